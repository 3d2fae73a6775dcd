import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a folder holds that stands for a file. */
const inner = 'record.json';

/** Gives a file a second name; fails where there is one of that name already. */
export type Link = (file: string, name: string) => Promise<void>;
export const systemLink: Link = link;

/**
 * Writes a new file, whole, and on the disk when this resolves. False = there is one of that name already: however
 * many try, one succeeds. It is made under another name and then linked to its own; where the file system has no
 * hard links (exFAT, some network drives) it is put into a folder, which is renamed: a folder never takes the place
 * of a file, nor of a folder that is not empty. `readWhole` reads both.
 */
export async function writeNew(file: string, text: string, linkTo: Link): Promise<boolean> {
  const draft = path.join(path.dirname(file), `draft-${randomUUID()}`);
  const folder = `${draft}-folder`;
  try {
    await written(draft, text);
    if (!(await linked(draft, file, linkTo))) {
      if (await exists(file)) return false;
      await mkdir(folder, { mode: 0o700 });
      await rename(draft, path.join(folder, inner));
      if (!(await renamed(folder, file))) return false;
    }
    await synced(path.dirname(file));
    return true;
  } finally {
    await Promise.all([remove(draft), remove(folder)]);
  }
}

/** What `writeNew` wrote; `undefined` = there is no such file. */
export async function readWhole(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'EISDIR') return readFile(path.join(file, inner), 'utf8');
      throw error;
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** As `readWhole`, without a turn in between. */
export function readWholeNow(file: string): string | undefined {
  try {
    return readFileSync(statSync(file).isDirectory() ? path.join(file, inner) : file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** As far as it is possible now: what is left over does no harm. */
export async function remove(file: string): Promise<void> {
  await rm(file, { recursive: true, force: true }).catch(() => undefined);
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

async function written(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False = the name is taken, or there are no links here: each system says so with another code. */
async function linked(draft: string, file: string, linkTo: Link): Promise<boolean> {
  return linkTo(draft, file).then(
    () => true,
    () => false,
  );
}

/** False = the name is taken. */
async function renamed(folder: string, file: string): Promise<boolean> {
  try {
    await rename(folder, file);
    return true;
  } catch (error) {
    if (await exists(file)) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** The entry in the folder lasts too, where a folder can be opened for that. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
