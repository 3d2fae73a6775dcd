import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { Failure } from './failure.ts';
import { unwritable } from './unwritable.ts';

/**
 * Writes a generated file, in a folder that is made where it is missing: all of the text or nothing. The user did not name
 * it, so whoever shares a repository must not be able to lead it elsewhere by a link. A folder that the user did not name
 * is checked with `refuseLink` first.
 *
 * @throws Failure where it is a link, or cannot be written
 */
export async function writeWhole(file: string, folder: string, text: string): Promise<void> {
  const wanted = path.resolve(folder, file);
  try {
    await mkdir(path.dirname(wanted), { recursive: true });
    await refuseLink(file, folder);
    await replaceFile(wanted, draft => writeFile(draft, text));
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** @throws Failure where a generated file, or the folder that it is in, is a link */
export async function refuseLink(file: string, folder: string): Promise<void> {
  const found = await lstat(path.resolve(folder, file)).catch(() => undefined);
  if (found?.isSymbolicLink() === true) throw new Failure('file.link', { file });
}

/** The text of a generated file that was stored; `undefined` = it is missing, a link or no file. */
export async function readStored(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() === true ? readFile(file, 'utf8').catch(() => undefined) : undefined;
}
