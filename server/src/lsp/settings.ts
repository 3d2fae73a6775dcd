import { siteAddressProblem, withoutUserInfo } from '../common/site-address.ts';
import type { Settings, Site } from '../protocol.ts';

/** What holds where nothing is set. */
const defaultSettings: Settings = {
  sites: {},
  defaultSite: '',
  contact: '',
  limit: 500,
  siteCatalogues: true,
  keywordCase: 'upper',
  http: { proxy: '', certificateAuthorities: [] },
};

/** Settings as a client sends them; whatever has another shape is as if it were not set. */
export function readSettings(data: unknown): Settings {
  const given = recordOf(data);
  const http = recordOf(given['http']);
  return {
    sites: Object.fromEntries(
      Object.entries(recordOf(given['sites'])).flatMap(([name, value]) => {
        const site = recordOf(value);
        const kind = site['kind'] === 'tracker' ? 'tracker' : 'wiki';
        const url = withoutUserInfo(stringOf(site['url'], ''));
        const problem = siteAddressProblem(kind, url);
        return problem === undefined || problem === 'notApi' ? [[name, { kind, url }]] : [];
      }),
    ),
    defaultSite: stringOf(given['defaultSite'], ''),
    contact: stringOf(given['contact'], ''),
    limit:
      typeof given['limit'] === 'number' && given['limit'] >= 1
        ? Math.floor(given['limit'])
        : defaultSettings.limit,
    siteCatalogues: given['siteCatalogues'] !== false,
    keywordCase:
      given['keywordCase'] === 'lower' || given['keywordCase'] === 'keep' ? given['keywordCase'] : 'upper',
    http: {
      proxy: stringOf(http['proxy'], ''),
      certificateAuthorities: Array.isArray(http['certificateAuthorities'])
        ? http['certificateAuthorities'].filter(entry => typeof entry === 'string')
        : [],
    },
  };
}

/** Our section of all settings, as clients push them that cannot be asked. */
export const sectionOf = (settings: unknown): unknown => recordOf(settings)['wikijql'];

/** The sites of the settings, in their order. */
export const sitesOf = (settings: Settings): Site[] =>
  Object.entries(settings.sites).map(([name, site]) => ({ name, ...site }));

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const stringOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;
