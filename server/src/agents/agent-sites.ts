/** The sites that agents may ask. */
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { siteFor, type SiteProblem } from '../runs/plan-sites.ts';
import type { ServerSettings } from '../sites/settings/read-settings.ts';
import { Refusal } from './refusal.ts';

/** Whether agents may query a site: only where the settings name it for them. */
export const mayAsk = ({ agents }: ServerSettings, site: string): boolean => agents.sites.includes(site);

/** The site of a name, of a kind or of any. @throws Refusal where it is missing */
export const knownSite = (settings: ServerSettings, name: string, kind?: SiteKind): Site =>
  siteOrRefusal(siteFor(settings, name, 'check', kind), name);

/** The site of a name, which may be asked. @throws Refusal where it may not */
export const askedSite = (settings: ServerSettings, name: string, kind?: SiteKind): Site =>
  siteOrRefusal(siteFor(settings, name, 'agent', kind), name);

function siteOrRefusal(site: Site | SiteProblem, name: string): Site {
  if ('code' in site) throw Refusal.of(site, { site: name });
  return site;
}
