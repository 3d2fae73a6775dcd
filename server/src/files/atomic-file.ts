/** Writes and reads files that exist either completely or not at all. */
import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The text of a file that is written as a folder. */
const inner = 'record.json';

/** Gives a file a second name; fails where that name is taken. */
export type Link = (file: string, name: string) => Promise<void>;
export const systemLink: Link = link;

/**
 * Writes a new file completely; it is on the disk when this resolves. False = the name is taken: of several writers, one
 * succeeds. The file is written under another name and then linked to its own. Where the file system has no hard links
 * (exFAT, some network drives), it is put into a folder, which is renamed: a folder never replaces a file, nor a folder
 * that is not empty. `readWhole` reads both.
 */
export async function writeNew(file: string, text: string, linkTo: Link): Promise<boolean> {
  const draft = path.join(path.dirname(file), `draft-${randomUUID()}`);
  const folder = `${draft}-folder`;
  try {
    await writeDraft(draft, text);
    if (!(await tryLink(draft, file, linkTo))) {
      if (await exists(file)) return false;
      await mkdir(folder, { mode: 0o700 });
      await rename(draft, path.join(folder, inner));
      if (!(await tryRename(folder, file))) return false;
    }
    await syncFolder(path.dirname(file));
    return true;
  } finally {
    await Promise.all([remove(draft), remove(folder)]);
  }
}

/**
 * Reads a file that `writeNew` wrote; `undefined` = it does not exist.
 *
 * @param accept whether a file may be read, by its properties; a link may not
 */
export async function readWhole(
  file: string,
  accept: (stats: Stats) => boolean,
): Promise<string | undefined> {
  try {
    const stats = await lstat(file);
    if (stats.isDirectory()) return await readWhole(path.join(file, inner), accept);
    check(stats, accept);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Like `readWhole`, synchronously. */
export function readWholeNow(file: string, accept: (stats: Stats) => boolean): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return readWholeNow(path.join(file, inner), accept);
  check(stats, accept);
  return readFileSync(file, 'utf8');
}

function check(stats: Stats, accept: (stats: Stats) => boolean): void {
  if (!stats.isFile() || !accept(stats)) throw new Error('neither a file nor a folder of this user');
}

/** Removes a file or folder if that is possible now: leftovers do no harm. */
export async function remove(file: string): Promise<void> {
  await rm(file, { recursive: true, force: true }).catch(() => undefined);
}

/** The code of a system error. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

async function writeDraft(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False = the name is taken, or the file system has no links: each system has another code for that. */
async function tryLink(draft: string, file: string, linkTo: Link): Promise<boolean> {
  return linkTo(draft, file).then(
    () => true,
    () => false,
  );
}

/** False = the name is taken. */
async function tryRename(folder: string, file: string): Promise<boolean> {
  try {
    await rename(folder, file);
    return true;
  } catch (error) {
    if (await exists(file)) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** Writes the folder's own entries to the disk, where a folder can be opened for that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
