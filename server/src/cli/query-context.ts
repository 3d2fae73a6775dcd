import type { QueryContext } from '../language/service.ts';
import { type ServerSettings, sitesOf } from '../lsp/settings.ts';

/** What a check knows besides the text: the settings, and a site that the command line names. */
export const contextOf = (settings: ServerSettings, now: number, site?: string): QueryContext => ({
  now,
  sites: sitesOf(settings),
  refusedSites: settings.refusedSites,
  rowLimit: settings.limit,
  defaultSite: site ?? settings.defaultSite,
  profile: settings.profile,
  keywordCase: settings.keywordCase,
});
