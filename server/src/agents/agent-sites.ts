/** The sites that agents may ask. */
import { siteMissing, siteNamed } from '../settings/query-site.ts';
import type { ServerSettings } from '../settings/read-settings.ts';
import type { Site, SiteKind } from '../protocol/sites.ts';
import { Refusal } from './refusal.ts';

/** A site is asked only where the settings name it for agents. */
export const mayAsk = ({ agents }: ServerSettings, site: string): boolean => agents.sites.includes(site);

/** The site of a name, which may be asked. @throws Refusal where it may not */
export function askedSite(settings: ServerSettings, name: string, kind: SiteKind): Site {
  const allowed = settings.agents.sites.join(', ');
  const site = siteNamed(settings, name);
  if (site === undefined || site.kind !== kind) {
    const { code } = siteMissing(settings, name, kind);
    throw new Refusal(siteRefusals[code] ?? 'site.unusable', { allowed }, { site: name });
  }
  if (!mayAsk(settings, name))
    throw new Refusal(allowed === '' ? 'site.none-allowed' : 'site.not-allowed', { allowed }, { site: name });
  return site;
}

const siteRefusals: Readonly<Record<string, 'site.none' | 'site.unknown' | 'site.wiki' | 'site.tracker'>> = {
  'no-site': 'site.none',
  'unknown-site': 'site.unknown',
  'other-kind-of-site.wiki': 'site.wiki',
  'other-kind-of-site.tracker': 'site.tracker',
};
