/** Creates, writes and reads locks. */
import * as v from 'valibot';
import type { LockFault, SiteLock } from '#shared/base/site-lock.ts';
import { siteAddressProblem, withoutUserInfo } from '#shared/base/site-address.ts';
import { formatOf, type Lock, lockFormat, lockSchema } from './lock-schema.ts';
import { trackerContents, trackerDescription } from './tracker-lock.ts';
import { wikiContents, wikiDescription } from './wiki-lock.ts';
import { isDeviceName } from '#shared/base/device-name.ts';
import type { SiteDescription } from '#shared/base/site-description.ts';
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import type { Site } from '#shared/protocol/sites.ts';

/** The reason why a text is not a lock, with the values of the placeholders in the message. */
export interface FaultyLock {
  readonly fault: LockFault;
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Creates the lock of a site from its description.
 *
 * @param now milliseconds since 1970
 * @throws CatalogueError if the description cannot be read
 */
export function lockOf({ name, kind, url }: Site, description: SiteDescription, now: number): Lock {
  const head = {
    format: lockFormat,
    site: name,
    url: withoutUserInfo(url),
    software: description.software ?? '',
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
  } as const;
  if (description.kind !== kind) throw new CatalogueError('unknownValue', 'kind');
  const contents =
    description.kind === 'wiki'
      ? ({ ...head, kind: 'wiki', ...wikiContents(description) } as const)
      : ({ ...head, kind: 'tracker', ...trackerContents(description) } as const);
  const { success, output } = v.safeParse(lockSchema, contents);
  if (!success) throw new CatalogueError('tooBig', name);
  return output;
}

/** The text of a lock: one line for each name and each value, so that a change is a change of lines. */
export const lockText = (lock: Lock): string => `${JSON.stringify(lock, undefined, 2)}\n`;

/** Reads the text of a lock. */
export function readLock(text: string): Lock | FaultyLock {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { fault: 'not-json', values: {} };
  }
  const format = formatOf(data);
  if (format !== undefined && format !== lockFormat)
    return { fault: 'version', values: { format, known: lockFormat } };
  const { success, output, issues } = v.safeParse(lockSchema, data);
  if (!success) return shapeFault(v.getDotPath(issues[0]) ?? '');
  const problem = siteAddressProblem(output.kind, output.url);
  if (problem !== undefined && problem !== 'notApi') return shapeFault('url');
  return output;
}

const shapeFault = (place: string): FaultyLock => ({
  fault: 'shape',
  values: { place: place.slice(0, 100) },
});

/** The lock as checks use it, or the reason why its modules cannot be read. */
export function siteLock(file: string, lock: Lock): SiteLock | FaultyLock {
  const { site, url, software, time } = lock;
  try {
    const description = lock.kind === 'wiki' ? wikiDescription(lock) : trackerDescription(lock);
    return { file, site, url, software, time, description };
  } catch (error) {
    if (error instanceof CatalogueError) return shapeFault(error.path);
    throw error;
  }
}

/** The folder of locks, beside the query files or above them. */
export const lockFolder = '.wikijql';

const lockExtension = '.lock.json';

export const isLockName = (name: string): boolean => name.endsWith(lockExtension);

/** The file name of a site's lock. Characters that file systems do not accept are percent-encoded. */
export const lockNameOf = (site: string): string =>
  `${site.replaceAll(isDeviceName(site) ? unfitOrFirst : unfit, encode)}${lockExtension}`;

const unfit = /[^\p{L}\p{N} _.-]|^\.|[ .]$/gu;
/** Matches like `unfit`, and also the first letter. */
const unfitOrFirst = /^.|[^\p{L}\p{N} _.-]|[ .]$/gu;

const encode = (character: string): string =>
  Array.from(
    new TextEncoder().encode(character),
    byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');

/** The place of a lock, below the folder of the workspace, and its text. */
export interface LockFile {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

/**
 * The lock of a site, to be stored.
 *
 * @param now milliseconds since 1970
 * @returns `undefined` = the description cannot be read
 */
export function lockFileOf(site: Site, description: SiteDescription, now: number): LockFile | undefined {
  try {
    const text = lockText(lockOf(site, description, now));
    return { folder: lockFolder, name: lockNameOf(site.name), text };
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
