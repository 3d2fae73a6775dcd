import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRecord } from './login-record.ts';
import { emptyRecord, type LoginRecord } from './login-rule.ts';
import { StoreFailure, type Presence, type StateStore, type Stamped } from './state-store.ts';
import { codeOf, readWhole, readWholeNow, remove, systemLink, writeNew, type Link } from './atomic-file.ts';

/** Milliseconds between two looks at a record that somebody else is about to change. */
const glance = 50;
/** Older writings of a record that are left lying. */
const kept = 4;

/**
 * Records in a folder that all windows share. Each record is a folder of its own with one file per
 * writing, named by its number, which only one process can write. So there is no lock that a crash could leave
 * behind: whoever dies while logging in leaves the record `pending`, with its own name in it.
 */
export class FileStore implements StateStore {
  /** The stores of this thread. */
  static readonly #here = new Set<string>();
  readonly owner = `${process.pid} ${hostname()} ${randomUUID()}`;
  readonly #folder: string;
  readonly #link: Link;

  constructor(folder: string, link: Link = systemLink) {
    this.#folder = folder;
    this.#link = link;
    FileStore.#here.add(this.owner);
  }

  async read(key: string): Promise<Stamped> {
    return failing(async () => {
      for (;;) {
        const stamp = (await this.#numbers(key)).at(-1) ?? 0;
        if (stamp === 0) return { record: emptyRecord, stamp };
        const text = await readWhole(this.#file(key, stamp));
        // A newer one took its place meanwhile.
        if (text === undefined) continue;
        const record = readRecord(text);
        if (!record) throw new StoreFailure(`unreadable record ${stamp}`);
        return { record, stamp };
      }
    });
  }

  readNow(key: string): LoginRecord | undefined {
    try {
      const stamp = numbersIn(namesNow(this.#place(key))).at(-1);
      if (stamp === undefined) return emptyRecord;
      const text = readWholeNow(this.#file(key, stamp));
      return text === undefined ? undefined : readRecord(text);
    } catch {
      return undefined;
    }
  }

  async replace(key: string, stamp: number, record: LoginRecord): Promise<boolean> {
    return failing(async () => {
      await mkdir(this.#place(key), { recursive: true, mode: 0o700 });
      const file = this.#file(key, stamp + 1);
      if (!(await writeNew(file, JSON.stringify({ key, ...record }, undefined, 2), this.#link))) return false;
      const numbers = await this.#numbers(key);
      // The number was free only because it had been cleared away: others are far ahead.
      if ((numbers.at(-1) ?? 0) > stamp + kept) {
        await remove(file);
        return false;
      }
      const old = numbers.filter(number => number < stamp + 1 - kept);
      await Promise.all(old.map(number => remove(this.#file(key, number))));
      return true;
    });
  }

  async changed(_key: string, _stamp: number, signal: AbortSignal): Promise<void> {
    await delay(glance, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** A process that is stopped is here as well; so is, for those who ask, another process that got its number later. */
  async presence(owner: string): Promise<Presence> {
    if (FileStore.#here.has(owner)) return 'here';
    const [pid, host] = owner.split(' ');
    if (host !== hostname()) return 'elsewhere';
    return processExists(Number(pid)) ? 'here' : 'gone';
  }

  /** Account names need not be seen in a listing, and may hold anything. */
  #place(key: string): string {
    return path.join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }

  #file(key: string, number: number): string {
    return path.join(this.#place(key), `${number}.json`);
  }

  async #numbers(key: string): Promise<number[]> {
    const names = await readdir(this.#place(key)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    return numbersIn(names);
  }
}

function namesNow(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The numbers of the writings that are there, ascending. */
const numbersIn = (names: readonly string[]): number[] =>
  names
    .flatMap(name => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);

/** Another process, by its number; this process's own number is that of a former thread of it. */
function processExists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreFailure ? error : new StoreFailure(codeOf(error));
  }
}
