/** The locks of sites that the command line uses, and the text for those that cannot be used. */
import path from 'node:path';
import type { SiteLock, SiteLocks, UnusableLock } from '../common/site-lock.ts';
import { readLockFile } from '../locks/lock-folders.ts';
import type { Site } from '../protocol/sites.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from './failure.ts';
import texts from '../../catalogue/messages/locks.json' with { type: 'json' };
import { wordingOf } from '../language/wording.ts';

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

const word = wordingOf(texts);

/** Why a lock cannot be used, as a sentence. @param file how it is called there */
export const unusableLockText = ({ fault, values }: UnusableLock, file: string): string =>
  word(`lock-unusable.${fault}`, { ...values, file });
