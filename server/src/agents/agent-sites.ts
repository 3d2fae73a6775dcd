/** The sites that agents may ask. */
import { siteMissing, siteNamed } from '../settings/query-site.ts';
import type { ServerSettings } from '../settings/read-settings.ts';
import type { Site, SiteKind } from '../protocol/sites.ts';
import { Refusal, say } from './refusal.ts';

/** A site is asked only where the settings name it for agents. */
export const mayAsk = ({ agents }: ServerSettings, site: string): boolean => agents.sites.includes(site);

/** The site of a name, of a kind or of any. @throws Refusal where it is missing */
export function knownSite(settings: ServerSettings, name: string, kind?: SiteKind): Site {
  const site = siteNamed(settings, name);
  if (site !== undefined && (kind === undefined || site.kind === kind)) return site;
  const { code } = siteMissing(settings, name, kind ?? 'wiki');
  throw new Refusal(
    siteRefusals[code] ?? 'site.unusable',
    { allowed: allowedSites(settings) },
    { site: name },
  );
}

/** The site of a name, which may be asked. @throws Refusal where it may not */
export function askedSite(settings: ServerSettings, name: string, kind: SiteKind): Site {
  const site = knownSite(settings, name, kind);
  if (mayAsk(settings, name)) return site;
  const code = settings.agents.sites.length === 0 ? 'site.none-allowed' : 'site.not-allowed';
  throw new Refusal(code, { allowed: allowedSites(settings) }, { site: name });
}

/** The names of the sites that may be asked, as a sentence lists them. */
export const allowedSites = ({ agents }: ServerSettings): string =>
  agents.sites.length === 0 ? say('site.allowed-none') : agents.sites.join(', ');

const siteRefusals: Readonly<Record<string, 'site.none' | 'site.unknown' | 'site.wiki' | 'site.tracker'>> = {
  'no-site': 'site.none',
  'unknown-site': 'site.unknown',
  'other-kind-of-site.wiki': 'site.wiki',
  'other-kind-of-site.tracker': 'site.tracker',
};
