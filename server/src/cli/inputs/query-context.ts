import type { SiteLock } from '#shared/base/site-lock.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { defaultSitesOf } from '../../sites/settings/query-site.ts';
import { type ServerSettings, sitesOf } from '../../sites/settings/read-settings.ts';
import { onlyLock } from './site-locks.ts';

/** The context of a check: the settings, and a site or a lock that the command line names. */
export const contextOf = (
  settings: ServerSettings,
  now: number,
  site?: string,
  lock?: SiteLock,
): QueryContext => ({
  now,
  sites: sitesOf(settings),
  refusedSites: settings.refusedSites,
  rowLimit: settings.limit,
  contact: settings.contact,
  defaultSite: site ?? lock?.site ?? settings.defaultSite,
  ...(site === undefined && lock === undefined && { defaultSites: defaultSitesOf(settings) }),
  profile: settings.language.profile,
  keywordCase: settings.language.keywordCase,
  ...(lock && { locks: onlyLock(lock) }),
});
