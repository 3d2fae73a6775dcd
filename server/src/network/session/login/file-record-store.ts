/** Stores login records in files. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRecord } from './login-record.ts';
import { emptyRecord, type LoginRecord } from './login-rule.ts';
import { newOwner, presenceOf, type Presence } from '../../../files/owner-presence.ts';
import { isOwn, isPrivateNow, makePrivate, UnsafeFolder } from '../../../files/private-folder.ts';
import { StoreFailure, type RecordStore, type RevisedRecord } from './record-store.ts';
import {
  errorCode,
  readWhole,
  readWholeNow,
  remove,
  systemLink,
  writeNew,
  type Link,
} from '../../../files/atomic-file.ts';

/** Milliseconds between two reads of a record that another process is about to change. */
const pollInterval = 50;
/** Older versions of a record that are kept. */
const keptVersions = 4;

/**
 * Login records in a folder that all windows share. Each record is a folder with one file per version, named by its
 * number, which only one process can write. So there is no lock that a crash could leave locked: a process that ends
 * during a login leaves the record `pending`, with its own name in it.
 */
export class FileRecordStore implements RecordStore {
  readonly owner = newOwner();
  readonly #folder: string;
  readonly #link: Link;

  constructor(folder: string, link: Link = systemLink) {
    this.#folder = folder;
    this.#link = link;
  }

  async read(key: string): Promise<RevisedRecord> {
    return failing(async () => {
      await this.#makePrivate(key);
      for (let missing = 0; ;) {
        const revision = (await this.#numbers(key)).at(-1) ?? 0;
        if (revision === 0) return { record: emptyRecord, revision };
        const text = await readWhole(this.#file(key, revision), isOwn);
        if (text === undefined && missing !== revision) {
          // It was replaced by a newer version, unless it is missing again.
          missing = revision;
          continue;
        }
        const record = text === undefined ? undefined : readRecord(text);
        if (!record) throw new StoreFailure(`unreadable record ${revision}`);
        return { record, revision };
      }
    });
  }

  readNow(key: string): LoginRecord | undefined {
    try {
      if (!isPrivateNow(this.#folder) || !isPrivateNow(this.#place(key))) return undefined;
      const revision = numbersIn(namesNow(this.#place(key))).at(-1);
      if (revision === undefined) return emptyRecord;
      const text = readWholeNow(this.#file(key, revision), isOwn);
      return text === undefined ? undefined : readRecord(text);
    } catch {
      return undefined;
    }
  }

  async replace(key: string, revision: number, record: LoginRecord): Promise<boolean> {
    return failing(async () => {
      await this.#makePrivate(key);
      await mkdir(this.#place(key), { recursive: true, mode: 0o700 });
      const file = this.#file(key, revision + 1);
      if (!(await writeNew(file, JSON.stringify({ key, ...record }, undefined, 2), this.#link))) return false;
      const numbers = await this.#numbers(key);
      // The number was free only because its file was removed: others are far ahead.
      if ((numbers.at(-1) ?? 0) > revision + keptVersions) {
        await remove(file);
        return false;
      }
      const oldVersions = numbers.filter(number => number < revision + 1 - keptVersions);
      await Promise.all(oldVersions.map(number => remove(this.#file(key, number))));
      return true;
    });
  }

  async changed(_key: string, _revision: number, signal: AbortSignal): Promise<void> {
    await delay(pollInterval, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async presence(owner: string): Promise<Presence> {
    return presenceOf(owner);
  }

  async #makePrivate(key: string): Promise<void> {
    await makePrivate(this.#folder);
    await makePrivate(this.#place(key));
  }

  /** A hash: account names can contain anything, and a listing should not show them. */
  #place(key: string): string {
    return path.join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }

  #file(key: string, number: number): string {
    return path.join(this.#place(key), `${number}.json`);
  }

  async #numbers(key: string): Promise<number[]> {
    const names = await readdir(this.#place(key)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    return numbersIn(names);
  }
}

function namesNow(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The numbers of the versions, ascending. */
const numbersIn = (names: readonly string[]): number[] =>
  names
    .flatMap(name => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    throw new StoreFailure(errorCode(error), error instanceof UnsafeFolder ? error.folder : undefined);
  }
}
