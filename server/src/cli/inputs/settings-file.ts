/** Finds and reads the settings for the command line, and makes the context of a check from them. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import type { SiteKind } from '#shared/protocol/sites.ts';
import type { SiteLock, SiteLocks } from '#shared/base/site-lock.ts';
import { isOwn } from '../../files/private-folder.ts';
import { readBounded } from '../../files/read-bounded.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { siteFor } from '../../runs/plan-sites.ts';
import { problemText } from '../../runs/run-problems.ts';
import { defaultSitesOf, siteNamed } from '../../sites/settings/site-lookup.ts';
import { readSettings, sectionOf, type ServerSettings, sitesOf } from '../../sites/settings/read-settings.ts';
import { readTypedSite } from '../../sites/settings/typed-site.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from '../failure.ts';
import { unreadable } from './read-query-file.ts';
import { onlyLock } from './site-locks.ts';
import type { Terminal } from '../terminal.ts';
import { say } from '../cli-texts.ts';

/** The settings, and the file that they are from; without one nothing is set. */
export interface FoundSettings {
  readonly settings: ServerSettings;
  readonly file?: string;
}

const usual = path.join('.vscode', 'settings.json');

/** Maximum bytes of a file. */
const largest = 4 * 1024 * 1024;

/**
 * Settings of the machine, as package.json scopes them: they decide where passwords go, what agents may reach, and how much is
 * kept. A file that came with the queries cannot set them, only one that the user names. The tools for agents are on unless a
 * file turns them off, and any file may do that.
 */
export const ofMachine = [
  'advanced',
  'agents.sites',
  'http.proxy',
  'http.certificateAuthorities',
  'http.clientCertificates',
] as const;

/**
 * The settings of the file that `--settings` names, else of the editor's folder here or in the nearest folder above that
 * has one, without those of the machine.
 *
 * @throws Failure where a file cannot be read
 */
export async function findSettings(
  args: Arguments,
  { folder, error }: Pick<Terminal, 'folder' | 'error'>,
): Promise<FoundSettings> {
  const namedFile = args.value('settings');
  if (namedFile !== undefined) {
    const file = path.resolve(folder, namedFile);
    return { settings: readSettings(sectionIn(settingsText(file, namedFile), namedFile)), file };
  }
  for (let place = folder; ; place = path.dirname(place)) {
    const file = path.join(place, usual);
    const text = (await isOurs(file, place === folder)) ? settingsText(file, file) : undefined;
    if (text?.includes('wikijql') === true) {
      const { section, leftOut } = withoutMachine(sectionIn(text, file));
      if (!args.has('quiet'))
        for (const name of leftOut) error(`${say('settings.of-machine', { name: prefix + name, file })}\n`);
      return { settings: readSettings(section), file };
    }
    if (place === path.dirname(place)) return { settings: readSettings({}) };
  }
}

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

/**
 * The settings with the site whose address the command line gives instead of a name. It is named by its address: whoever
 * reads a message sees where a query went, and no credentials are those of another site.
 *
 * @param kind the kind of site that the queries need; absent = any
 * @throws Failure where the address cannot be used, or the folder's own settings give it as the name of another site
 */
export function withSiteAt(
  settings: ServerSettings,
  args: Arguments,
  named: string | undefined,
  kind?: SiteKind,
): ServerSettings {
  if (named === undefined || !/[.:/]/.test(named)) return settings;
  if (Object.hasOwn(settings.refusedSites, named)) return settings;
  const site = readTypedSite(named, kind);
  const configuredSite = siteNamed(settings, named);
  if (typeof site === 'string') {
    if (configuredSite === undefined && (site === 'credentials' || site === 'scheme'))
      throw new Failure(`arguments.site-address.${site}`);
    return settings;
  }
  if (configuredSite === undefined)
    return { ...settings, sites: { ...settings.sites, [named]: { kind: site.kind, url: site.url } } };
  if (!args.has('settings') && new URL(configuredSite.url).origin !== new URL(site.url).origin)
    throw new Failure('settings.address-as-name', { name: named, url: configuredSite.url });
  return settings;
}

/** @throws Failure where the settings have no such site */
export function mustKnow(name: string, settings: ServerSettings): void {
  const site = siteFor(settings, name, 'command');
  if ('code' in site) throw Failure.worded(problemText(site, 'command'));
}

/** Like `mustKnow`, but a site that has a lock is known too. */
export function mustKnowOrLock(name: string, settings: ServerSettings, locks: SiteLocks | undefined): void {
  if (locks?.locks.has(name) !== true) mustKnow(name, settings);
}

/** Whether a file that the user did not name is one, and of this user where it is in a folder above. */
async function isOurs(file: string, isHere: boolean): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  // Another user can put settings into a folder above, such as the one for temporary files.
  return stats?.isFile() === true && (isHere || isOwn(stats));
}

/** @throws Failure where the file cannot be read */
function settingsText(file: string, shownName: string): string {
  try {
    return readBounded(file, largest).toString('utf8');
  } catch (error) {
    throw unreadable(shownName, error, largest);
  }
}

type Section = Readonly<Record<string, unknown>>;

/** The `wikijql` section of a settings file. @throws Failure where it is not JSON, or nested too deep */
function sectionIn(text: string, file: string): Section {
  const errors: ParseError[] = [];
  const fail = (offset: number): Failure =>
    new Failure('settings.not-json', { file, line: text.slice(0, offset).split('\n').length });
  try {
    // Its objects have no prototype: elsewhere a member `__proto__` would be one, with members that are read as theirs.
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined) throw fail(error.offset);
    const data: unknown = tree && getNodeValue(tree);
    if (!isObject(data)) throw new Failure('settings.no-object', { file });
    const section = sectionOf(data);
    return { ...nested(data), ...(isObject(section) ? section : {}) };
  } catch (error) {
    if (error instanceof RangeError) throw fail(0);
    throw error;
  }
}

/** A section without the settings of the machine, and the names of those that it had. */
function withoutMachine(section: Section): {
  readonly section: Section;
  readonly leftOut: readonly string[];
} {
  const rest: Record<string, unknown> = { ...section };
  const leftOut = ofMachine.filter(name => {
    const [group = '', member = ''] = name.split('.');
    if (!Object.hasOwn(rest, group)) return false;
    if (member === '') return delete rest[group];
    const members = rest[group];
    if (!isObject(members) || !Object.hasOwn(members, member)) return false;
    rest[group] = Object.fromEntries(Object.entries(members).filter(([key]) => key !== member));
    return true;
  });
  return { section: rest, leftOut };
}

const prefix = 'wikijql.';

/** `"wikijql.http.proxy": …` as `{ "http": { "proxy": … } }`. */
function nested(data: unknown): Section {
  const sections = new Map<string, unknown>();
  for (const [key, value] of isObject(data) ? Object.entries(data) : []) {
    if (!key.startsWith(prefix)) continue;
    const [name, member] = key.slice(prefix.length).split('.', 2);
    if (name === undefined) continue;
    const section = sections.get(name);
    sections.set(
      name,
      member === undefined ? value : { ...(isObject(section) ? section : {}), [member]: value },
    );
  }
  return Object.fromEntries(sections);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
