/** Writing query files and whole files, so that a failure leaves the old text. */
import {
  resolveLinks,
  checkReplaceable,
  NotReplaceable,
  type Refusal,
  replaceFile,
} from '../../files/replace-file.ts';
import { readBounded } from '../../files/read-bounded.ts';
import { maxFileBytes } from './read-query-file.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { CliMessage } from '../cli-texts.ts';
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const messages: Readonly<Record<Refusal, CliMessage>> = {
  readOnly: 'file.read-only',
  noFile: 'file.no-file',
  noFolder: 'file.no-folder',
};

/** Why a file was not written, for the user. */
export function unwritable(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof NotReplaceable) return new Failure(messages[error.refusal], { file });
  return new Failure('file.unwritable', { file, reason: reasonOf(error) });
}

/**
 * Writes a generated file, in a folder that is made where it is missing: all of the text or nothing. The user did not name
 * it, so whoever shares a repository must not be able to lead it elsewhere by a link. A folder that the user did not name
 * is checked with `refuseLink` first.
 *
 * @throws Failure where it is a link, or cannot be written
 */
export async function writeWhole(file: string, folder: string, text: string): Promise<void> {
  const target = path.resolve(folder, file);
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await refuseLink(file, folder);
    await replaceFile(target, draft => writeFile(draft, text));
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** @throws Failure where a generated file, or the folder that it is in, is a link */
export async function refuseLink(file: string, folder: string): Promise<void> {
  const stats = await lstat(path.resolve(folder, file)).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) throw new Failure('file.link', { file });
}

/** The text of a generated file that was stored: empty where it cannot be read, or is too large; `undefined` = it is missing, a link or no file. */
export async function readStored(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  try {
    return readBounded(file, maxFileBytes).toString('utf8');
  } catch {
    return '';
  }
}

/**
 * Replaces the text that was read from a file: all of it or nothing.
 *
 * @throws Failure where it cannot be written, or where another program changed the file after it was read
 */
export async function writeQueryFile(
  file: string,
  folder: string,
  read: string,
  text: string,
): Promise<void> {
  try {
    const target = await resolveLinks(path.resolve(folder, file));
    await replaceFile(target, async draft => {
      await writeFile(draft, text);
      if (readBounded(target, maxFileBytes).toString('utf8') !== read)
        throw new Failure('file.changed', { file });
    });
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** @throws Failure where a file cannot be written */
export async function mustBeWritable(file: string, folder: string): Promise<void> {
  try {
    await checkReplaceable(await resolveLinks(path.resolve(folder, file)));
  } catch (error) {
    throw unwritable(file, error);
  }
}
