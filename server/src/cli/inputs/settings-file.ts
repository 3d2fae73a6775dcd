/** Finds and reads the settings for the command line. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import type { SiteLocks } from '#shared/base/site-lock.ts';
import { isOwn } from '../../files/private-folder.ts';
import { siteFor } from '../../runs/plan-sites.ts';
import { problemText } from '../../runs/run-problems.ts';
import { readSettings, sectionOf, type ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Arguments } from './arguments.ts';
import { Failure, reasonOf } from '../failure.ts';
import { megabytes } from './read-query-file.ts';
import type { Terminal } from '../terminal.ts';
import { say } from '../cli-texts.ts';

/** The settings, and the file that they are from; without one nothing is set. */
export interface FoundSettings {
  readonly settings: ServerSettings;
  readonly file?: string;
}

const usual = path.join('.vscode', 'settings.json');

/** A file in bytes: a longer one of a folder is not read. */
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
    return { settings: readSettings(sectionIn(await readText(file, namedFile), namedFile)), file };
  }
  for (let place = folder; ; place = path.dirname(place)) {
    const file = path.join(place, usual);
    const text = await foundText(file, place === folder);
    if (text?.includes('wikijql') === true) {
      const { section, leftOut } = withoutMachine(sectionIn(text, file));
      if (!args.has('quiet'))
        for (const name of leftOut) error(`${say('settings.of-machine', { name: prefix + name, file })}\n`);
      return { settings: readSettings(section), file };
    }
    if (place === path.dirname(place)) return { settings: readSettings({}) };
  }
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

/**
 * The text of a file that the user did not name: of no pipe or device, which could be waited for.
 *
 * @throws Failure where it is too long
 */
async function foundText(file: string, isHere: boolean): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  // Another user can put settings into a folder above, such as the one for temporary files.
  if (stats?.isFile() !== true || !(isHere || isOwn(stats))) return undefined;
  if (stats.size > largest)
    throw new Failure('file.too-large', { file, size: megabytes(stats.size), largest: megabytes(largest) });
  return readFile(file, 'utf8').catch(() => undefined);
}

async function readText(file: string, named: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure('settings.unreadable', { file: named, reason: reasonOf(error) });
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
