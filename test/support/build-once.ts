import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { locked } from './lock.ts';

/**
 * Makes a folder unless it exists. Safe when several processes call it at the same time: one builds, the others wait
 * for it. A build that fails or is killed leaves no such folder.
 *
 * @param folder the folder to make
 * @param build fills an empty folder, which is then renamed to `folder`
 */
export const buildOnce = async (
  folder: string,
  build: (temporary: string) => Promise<void>,
): Promise<void> => {
  if (existsSync(folder)) return;
  await mkdir(path.dirname(folder), { recursive: true });
  await locked(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const temporary = `${folder}.partial`;
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary);
    await build(temporary);
    await rename(temporary, folder);
  });
};
