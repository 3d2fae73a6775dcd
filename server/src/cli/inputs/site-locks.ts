/** The locks of sites that the command line uses, and the text for those that cannot be used. */
import path from 'node:path';
import type { SiteLock, SiteLocks, UnusableLock } from '#shared/base/site-lock.ts';
import { readLockFile } from './lock-folders.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from '../failure.ts';
import texts from '../../../catalogue/messages/locks.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

/** A site, and where its lock is or will be. */
export interface LockedSite {
  readonly site: Site;
  readonly file: string;
  /** The stored lock, where it can be read. */
  readonly lock: SiteLock | undefined;
}

/** The lock that an option names, in place of those beside the files. @throws Failure where it cannot be used */
export function namedLock(args: Arguments, folder: string): SiteLock | undefined {
  const file = args.value('lock');
  if (file === undefined) return undefined;
  const lock = readLockFile(path.resolve(folder, file));
  if ('fault' in lock) throw Failure.worded(unusableLockText(lock, file));
  return lock;
}

/** The locks of a check against a single lock. */
export const onlyLock = (lock: SiteLock): SiteLocks => ({
  locks: new Map([[lock.site, lock]]),
  unusable: new Map(),
});

const say = wordingOf(texts);

/** Why a lock cannot be used, as a sentence. @param file the name of its file in the sentence */
export const unusableLockText = ({ fault, values }: UnusableLock, file: string): string =>
  say(`lock-unusable.${fault}`, { ...values, file });
