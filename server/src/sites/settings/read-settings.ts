import * as v from 'valibot';
import {
  addressProblem,
  siteAddressProblem,
  type SiteAddressProblem,
  withoutUserInfo,
} from '#shared/base/site-address.ts';
import { initializationOptionsSchema, type Settings, settingsSchema } from '#shared/protocol/settings.ts';
import type { Site } from '#shared/protocol/sites.ts';

/** Why an address cannot be used: without its user info, and whatever a wiki calls its api.php. */
type RefusedAddress = Exclude<SiteAddressProblem, 'credentials' | 'notApi'>;

/** The settings, and the sites among them that cannot be used. */
export interface ServerSettings extends Settings {
  /** Why the address of a site cannot be used, by the site's name. */
  readonly refusedSites: Readonly<Record<string, RefusedAddress>>;
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
    refusedSites: Object.fromEntries(
      sites.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]])),
    ),
  };
}

const refused = (problem: SiteAddressProblem | undefined): RefusedAddress | undefined =>
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
