import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure, reasonOf } from './failure.ts';

/**
 * Puts a text in the place of the one that was read from a file: all of it or nothing, with the file's own mode; a link
 * stays a link.
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
    const target = await realpath(path.resolve(folder, file));
    const { mode } = await stat(target);
    const draft = path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}`);
    try {
      const handle = await open(draft, 'wx', mode);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if ((await readFile(target, 'utf8')) !== read) throw new Failure('file.changed', { file });
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('file.unwritable', { file, reason: reasonOf(error) });
  }
}
