import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveLinks, checkReplaceable, replaceFile } from '../files/replace-file.ts';
import { Failure } from './failure.ts';
import { unwritable } from './unwritable.ts';

/**
 * Puts a text in the place of the one that was read from a file: all of it or nothing.
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
      if ((await readFile(target, 'utf8')) !== read) throw new Failure('file.changed', { file });
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
