import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from './process-tree.ts';

const exists = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** A lock whose process is gone does not count. */
const acquire = async (file: string): Promise<void> => {
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    } catch (error) {
      if (!exists(error)) throw error;
      const owner = Number(await readFile(file, 'utf8').catch(() => ''));
      if (owner > 0 && !isRunning(owner)) await rm(file, { force: true });
      else await wait(100);
    }
  }
};

/** Runs an action that only one process may run at a time; the others wait. The lock is a file with the owner's id. */
export const locked = async <T>(file: string, action: () => Promise<T>): Promise<T> => {
  await acquire(file);
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
};
