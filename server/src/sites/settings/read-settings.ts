import * as v from 'valibot';
import {
  addressProblem,
  siteAddressProblem,
  type SiteAddressProblem,
  withoutUserInfo,
} from '#shared/base/site-address.ts';
import { initializationOptionsSchema, type Settings, settingsSchema } from '#shared/protocol/settings.ts';
import type { Site } from '#shared/protocol/sites.ts';

/** Why a site cannot be used: its kind, or its address without its user info, whatever a wiki calls its api.php. */
type RefusedSite = 'kind' | Exclude<SiteAddressProblem, 'credentials' | 'notApi'>;

/** The settings, and the sites among them that cannot be used. */
export interface ServerSettings extends Settings {
  /** Why a site cannot be used, by its name. */
  readonly refusedSites: Readonly<Record<string, RefusedSite>>;
}

/** Reads the settings that a client sends; those of another shape count as not set. */
export function readSettings(data: unknown): ServerSettings {
  const settings = v.parse(settingsSchema, isObject(data) ? data : {});
  const sites = Object.entries(settings.sites).map(([name, { kind, url: address, pages }]) => {
    const url = withoutUserInfo(address);
    const hasPages = kind === 'tracker' && pages !== undefined && addressProblem(pages) === undefined;
    const site = { kind, url, ...(hasPages && { pages }) };
    return { name, site, problem: refused(siteAddressProblem(kind, url)) };
  });
  return {
    ...settings,
    sites: Object.fromEntries(
      sites.flatMap(({ name, site, problem }) => (problem === undefined ? [[name, site]] : [])),
    ),
    refusedSites: {
      ...misshapenSites(data, settings),
      ...Object.fromEntries(
        sites.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]])),
      ),
    },
  };
}

/** The entries that are no sites: of an unknown kind, or without an address. */
function misshapenSites(data: unknown, { sites }: Settings): Readonly<Record<string, RefusedSite>> {
  const written = isObject(data) && 'sites' in data && isObject(data.sites) ? data.sites : {};
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, entry]) => {
      if (Array.isArray(written) || Object.hasOwn(sites, name)) return [];
      const hasUrl = isObject(entry) && 'url' in entry && typeof entry.url === 'string';
      return [[name, hasUrl ? 'kind' : 'malformed']];
    }),
  );
}

const refused = (problem: SiteAddressProblem | undefined): RefusedSite | undefined =>
  problem === 'notApi' || problem === 'credentials' ? undefined : problem;

/** The options of a client at `initialize`. */
export const readOptions = (data: unknown): v.InferOutput<typeof initializationOptionsSchema> =>
  v.parse(initializationOptionsSchema, isObject(data) ? data : {});

/** Our section of all settings, from clients that push settings instead of answering requests for them. */
export const sectionOf = (settings: unknown): unknown =>
  isObject(settings) && 'wikijql' in settings ? settings.wikijql : undefined;

/** The sites of the settings, in their order. */
export const sitesOf = (settings: Settings): Site[] =>
  Object.entries(settings.sites).map(([name, site]) => ({ name, ...site }));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
