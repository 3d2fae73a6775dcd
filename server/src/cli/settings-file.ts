import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import type { SiteLocks } from '../common/site-lock.ts';
import { readSettings, sectionOf, type ServerSettings, sitesOf } from '../lsp/settings.ts';
import { Failure, reasonOf } from './failure.ts';

/** The settings, and the file that they are from; without one nothing is set. */
export interface FoundSettings {
  readonly settings: ServerSettings;
  readonly file?: string;
}

const usual = path.join('.vscode', 'settings.json');

/**
 * The settings of a named file, else of the editor's folder here or in the nearest folder above that has one.
 *
 * @throws Failure where a file cannot be read
 */
export async function findSettings(named: string | undefined, folder: string): Promise<FoundSettings> {
  if (named !== undefined) {
    const file = path.resolve(folder, named);
    return { settings: settingsOf(await readText(file, named), named), file };
  }
  for (let place = folder; ; place = path.dirname(place)) {
    const file = path.join(place, usual);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && text.includes('wikijql')) return { settings: settingsOf(text, file), file };
    if (place === path.dirname(place)) return { settings: readSettings({}) };
  }
}

/** @throws Failure where the settings have no such site */
export function mustKnow(name: string, settings: ServerSettings): void {
  const names = sitesOf(settings).map(site => site.name);
  if (names.includes(name)) return;
  if (names.length === 0) throw new Failure('site.unknown.none', { name });
  throw new Failure('site.unknown', { name, names: names.join(', ') });
}

/** As `mustKnow`; a site that has a lock is known too. */
export function mustKnowOrLock(name: string, settings: ServerSettings, locks: SiteLocks | undefined): void {
  if (locks?.locks.has(name) !== true) mustKnow(name, settings);
}

async function readText(file: string, named: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure('settings.unreadable', { file: named, reason: reasonOf(error) });
  }
}

function settingsOf(text: string, file: string): ServerSettings {
  const errors: ParseError[] = [];
  const data: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw new Failure('settings.not-json', { file, line: text.slice(0, error.offset).split('\n').length });
  const section = sectionOf(data);
  return readSettings({ ...nested(data), ...(isObject(section) ? section : {}) });
}

const prefix = 'wikijql.';

/** `"wikijql.http.proxy": …` as `{ "http": { "proxy": … } }`. */
function nested(data: unknown): Record<string, unknown> {
  const sections = new Map<string, unknown>();
  for (const [key, value] of isObject(data) ? Object.entries(data) : []) {
    if (!key.startsWith(prefix)) continue;
    const [name, member] = key.slice(prefix.length).split('.', 2);
    if (name === undefined) continue;
    const known = sections.get(name);
    sections.set(name, member === undefined ? value : { ...(isObject(known) ? known : {}), [member]: value });
  }
  return Object.fromEntries(sections);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
