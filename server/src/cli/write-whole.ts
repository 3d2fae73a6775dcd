import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure, reasonOf } from './failure.ts';

/**
 * Writes a generated file, in a folder that is made where it is missing: all of the text or nothing. A link stays a link.
 *
 * @throws Failure where it cannot be written
 */
export async function writeWhole(file: string, folder: string, text: string): Promise<void> {
  const wanted = path.resolve(folder, file);
  try {
    await mkdir(path.dirname(wanted), { recursive: true });
    const target = await realpath(wanted).catch(() => wanted);
    const draft = path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}`);
    try {
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    throw new Failure('file.unwritable', { file, reason: reasonOf(error) });
  }
}
