import path from 'node:path';
import type { SiteLock, SiteLocks } from '../common/site-lock.ts';
import { readLockFile } from '../locks/lock-folders.ts';
import type { Site } from '../protocol/sites.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from './failure.ts';
import { unusableLockText } from './unusable-lock.ts';

/** A site, and where its lock is or will be. */
export interface LockedSite {
  readonly site: Site;
  readonly file: string;
  /** What is stored already, where that can be read. */
  readonly lock: SiteLock | undefined;
}

/** The lock that an option names, in place of those beside the files. @throws Failure where it cannot be used */
export function namedLock(given: Arguments, folder: string): SiteLock | undefined {
  const file = given.value('lock');
  if (file === undefined) return undefined;
  const lock = readLockFile(path.resolve(folder, file));
  if ('fault' in lock) throw Failure.worded(unusableLockText(lock, file));
  return lock;
}

/** Locks of which there is one. */
export const onlyLock = (lock: SiteLock): SiteLocks => ({
  locks: new Map([[lock.site, lock]]),
  unusable: new Map(),
});
