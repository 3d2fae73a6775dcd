/** The sites that agents may ask. */
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { siteFor, type SiteProblem } from '../runs/plan-sites.ts';
import { type ServerSettings, sitesOf } from '../sites/settings/read-settings.ts';
import { type Members, Refusal } from './refusal.ts';

/** Whether agents may query a site: only where the settings name it for them. */
export const mayAsk = ({ agents }: ServerSettings, site: string): boolean => agents.sites.includes(site);

/** The site of a name, of a kind or of any. @throws Refusal where it is missing */
export const knownSite = (settings: ServerSettings, name: string, kind?: SiteKind): Site =>
  siteOrRefusal(settings, siteFor(settings, name, 'check', kind), name, kind);

/** The site of a name, which may be asked. @throws Refusal where it may not */
export const askedSite = (settings: ServerSettings, name: string, kind?: SiteKind): Site =>
  siteOrRefusal(settings, siteFor(settings, name, 'agent', kind), name, kind);

function siteOrRefusal(
  settings: ServerSettings,
  site: Site | SiteProblem,
  name: string,
  kind: SiteKind | undefined,
): Site {
  if ('code' in site) throw Refusal.of(site, { site: name }, siteInstead(settings, site, kind));
  return site;
}

/**
 * The argument with the site that agents may query and whose name or address was written in another way, else the only one of
 * a kind; `undefined` = there are others, or none, or the user has not allowed the one that was meant: another is no
 * substitute for it.
 */
export function siteInstead(
  settings: ServerSettings,
  { code, arguments: values }: Pick<SiteProblem, 'code' | 'arguments'>,
  kind: SiteKind | undefined,
): Members | undefined {
  const sites = sitesOf(settings).filter(
    site => mayAsk(settings, site.name) && (kind === undefined || site.kind === kind),
  );
  const meantSites = sites.filter(site => isMeant(site, String(values['name']).toLowerCase()));
  const choice = meantSites.length > 0 ? meantSites : sites;
  const [only] = choice;
  return only !== undefined && choice.length === 1 && code !== 'site-not-allowed'
    ? { site: only.name }
    : undefined;
}

/** Whether a text in lower case is the name of a site, its host, or an address at that host. */
function isMeant({ name, url }: Site, text: string): boolean {
  const { host } = new URL(url);
  return text === name.toLowerCase() || text.replace(/^https?:\/\//, '').split('/', 1)[0] === host;
}
