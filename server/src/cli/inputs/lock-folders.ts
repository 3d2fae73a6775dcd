/** Reads locks from disk within bounds: a shared repository can contain anything. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { SiteLock, SiteLocks, UnusableLock } from '#shared/base/site-lock.ts';
import { NotReadable, readBounded } from '../../files/read-bounded.ts';
import { readRules, type RuleFile, ruleFileName } from '../../sites/rules/rule-file.ts';
import { reasonOf } from '../failure.ts';
import { isLockName, lockFolder, lockNameOf, readLock, siteLock } from '../../sites/locks/lock-text.ts';

/** Maximum bytes of a lock, bytes of all locks of a folder, locks of a folder, and entries of a folder. */
const lockBounds = {
  bytes: 16 * 1024 * 1024,
  together: 32 * 1024 * 1024,
  locks: 100,
  entries: 10_000,
};

/** The nearest folder of locks, at or above a folder; `undefined` = none. */
export const nearestLockFolder = (folder: string): string | undefined =>
  nearestAbove(folder, lockFolder, stats => stats.isDirectory());

/** The nearest file of rules, at or above a folder: a folder of locks alone does not hide the rules above it. */
const nearestRuleFile = (folder: string): string | undefined =>
  nearestAbove(folder, path.join(lockFolder, ruleFileName), () => true);

function nearestAbove(folder: string, name: string, isWanted: (stats: Stats) => boolean): string | undefined {
  for (let place = folder; ; place = path.dirname(place)) {
    const candidate = path.join(place, name);
    const stats = statSync(candidate, { throwIfNoEntry: false });
    if (stats && isWanted(stats)) return candidate;
    if (place === path.dirname(place)) return undefined;
  }
}

/** Reads one lock, whatever the name of its file. */
export function readLockFile(file: string): SiteLock | UnusableLock {
  return readLockText(file, readText(file));
}

function readLockText(file: string, text: string | Fault): SiteLock | UnusableLock {
  if (typeof text !== 'string') return { file, ...text };
  const lock = readLock(text);
  if ('fault' in lock) return { file, ...lock };
  const checkedLock = siteLock(file, lock);
  return 'fault' in checkedLock ? { file, ...checkedLock } : checkedLock;
}

/** The locks of a folder, by the names of their sites. */
export function readLockFolder(folder: string): SiteLocks {
  const locks = new Map<string, SiteLock>();
  const unusable = new Map<string, UnusableLock>();
  let bytesLeft = lockBounds.together;
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const text = bytesLeft > 0 ? readText(file) : tooMuch;
    if (typeof text === 'string') bytesLeft -= text.length;
    const lock = readLockText(file, bytesLeft < 0 ? tooMuch : text);
    if ('fault' in lock) unusable.set(siteIn(name), lock);
    else if (lockNameOf(lock.site) === name) locks.set(lock.site, lock);
    else unusable.set(siteIn(name), { file, fault: 'other-site', values: { site: lock.site } });
  }
  return { locks, unusable };
}

/** A file of rules, and its text. */
export interface StoredRules extends RuleFile {
  readonly file: string;
  readonly text: string;
}

/** Maximum bytes of a file of rules. */
const maxRuleBytes = 256 * 1024;

function readRuleFile(file: string): StoredRules {
  const text = readText(file, maxRuleBytes);
  if (typeof text === 'string') return { file, text, ...readRules(text) };
  return { file, text: '', severities: new Map(), entries: [], fault: { offset: 0, reason: text.fault } };
}

/** The locks and the rules of folders; each folder is read once. */
export class LockFolders {
  readonly #nearest = new Map<string, string | undefined>();
  readonly #read = new Map<string, SiteLocks>();
  readonly #nearestRules = new Map<string, string | undefined>();
  readonly #rules = new Map<string, StoredRules>();

  /** The locks that apply to the files of a folder; `undefined` = there is no folder of locks above it. */
  above(folder: string): SiteLocks | undefined {
    const nearest = this.#nearestOf(folder);
    if (nearest === undefined) return undefined;
    const locks = this.#read.get(nearest) ?? readLockFolder(nearest);
    this.#read.set(nearest, locks);
    return locks;
  }

  /** The rules that apply to the files of a folder; `undefined` = there is no file of rules above it. */
  rulesAbove(folder: string): StoredRules | undefined {
    if (!this.#nearestRules.has(folder)) this.#nearestRules.set(folder, nearestRuleFile(folder));
    const file = this.#nearestRules.get(folder);
    if (file === undefined) return undefined;
    const rules = this.#rules.get(file) ?? readRuleFile(file);
    this.#rules.set(file, rules);
    return rules;
  }

  #nearestOf(folder: string): string | undefined {
    if (!this.#nearest.has(folder)) this.#nearest.set(folder, nearestLockFolder(folder));
    return this.#nearest.get(folder);
  }

  /** Forgets what was read: a file was written, changed or removed. */
  forget(): void {
    this.#nearestRules.clear();
    this.#rules.clear();
    this.#nearest.clear();
    this.#read.clear();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .slice(0, lockBounds.entries)
      .filter(isLockName)
      .toSorted()
      .slice(0, lockBounds.locks);
  } catch {
    return [];
  }
}

/** The site to which a file of this name should belong. */
function siteIn(name: string): string {
  const encoded = name.slice(0, -lockNameOf('').length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

type Fault = Pick<UnusableLock, 'fault' | 'values'>;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);
const tooLarge = (bytes: number): Fault => ({
  fault: 'too-large',
  values: { size: megabytes(bytes), largest: megabytes(lockBounds.bytes) },
});

const tooMuch: Fault = { fault: 'too-much', values: { largest: megabytes(lockBounds.together) } };

/** The text of a file, or why it is not used. */
function readText(file: string, most = lockBounds.bytes): string | Fault {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readBounded(file, most));
  } catch (error) {
    if (error instanceof NotReadable)
      return error.refusal === 'noFile' ? { fault: 'not-a-file', values: {} } : tooLarge(error.size);
    if (error instanceof TypeError) return { fault: 'not-json', values: {} };
    return { fault: 'unreadable', values: { reason: reasonOf(error) } };
  }
}
