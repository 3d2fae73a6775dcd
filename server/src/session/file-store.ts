import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRecord } from './record.ts';
import { emptyRecord, type LoginRecord } from './state.ts';
import { StoreFailure, type StateStore, type Stamped } from './store.ts';

/** Milliseconds between two looks at a record that somebody else is about to change. */
const glance = 50;
/** Older writings of a record that are left lying. */
const kept = 4;

/**
 * Records in a folder that all windows share. Each record is a folder of its own with one file per
 * writing, named by its number: a writing is made whole under another name and then linked to the next
 * number, which the file system lets only one process do. So there is no lock that a crash could leave
 * behind: whoever dies while logging in leaves the record `pending`, with its own name in it.
 */
export class FileStore implements StateStore {
  /** The stores of this thread. */
  static readonly #here = new Set<string>();
  readonly owner = `${process.pid} ${randomUUID()}`;
  readonly #folder: string;
  readonly #isAlive: (owner: string) => boolean;

  /** `isAlive`: only for owners outside of this thread. */
  constructor(folder: string, isAlive: (owner: string) => boolean = processRuns) {
    this.#folder = folder;
    this.#isAlive = isAlive;
    FileStore.#here.add(this.owner);
  }

  async read(key: string): Promise<Stamped> {
    return failing(async () => {
      for (;;) {
        const stamp = (await this.#numbers(key)).at(-1) ?? 0;
        if (stamp === 0) return { record: emptyRecord, stamp };
        const text = await orMissing(readFile(path.join(this.#place(key), `${stamp}.json`), 'utf8'));
        // A newer one took its place meanwhile.
        if (text === undefined) continue;
        const record = readRecord(text);
        if (!record) throw new StoreFailure(`unreadable record ${stamp}`);
        return { record, stamp };
      }
    });
  }

  async replace(key: string, stamp: number, record: LoginRecord): Promise<boolean> {
    return failing(async () => {
      const place = this.#place(key);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const draft = path.join(place, `draft-${randomUUID()}`);
      const target = path.join(place, `${stamp + 1}.json`);
      try {
        await written(draft, JSON.stringify({ key, ...record }, undefined, 2));
        if (!(await linked(draft, target))) return false;
      } finally {
        await orMissing(unlink(draft));
      }
      const numbers = await this.#numbers(key);
      // The number was free only because it had been cleared away: others are far ahead.
      if ((numbers.at(-1) ?? 0) > stamp + kept) {
        await orMissing(unlink(target));
        return false;
      }
      const old = numbers.filter(number => number < stamp + 1 - kept);
      await Promise.all(old.map(number => orMissing(unlink(path.join(place, `${number}.json`)))));
      return true;
    });
  }

  async changed(_key: string, _stamp: number, signal: AbortSignal): Promise<void> {
    await delay(glance, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async alive(owner: string): Promise<boolean> {
    return FileStore.#here.has(owner) || this.#isAlive(owner);
  }

  /** Account names need not be seen in a listing, and may hold anything. */
  #place(key: string): string {
    return path.join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  }

  /** The numbers of the writings that are there, ascending. */
  async #numbers(key: string): Promise<number[]> {
    const names = (await orMissing(readdir(this.#place(key)))) ?? [];
    return names
      .flatMap(name => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((one, other) => one - other);
  }
}

/** Another process that runs, by the number that its owner begins with; this process's own number is a former thread of it. */
function processRuns(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Writes a file that lies on the disk, whole, when this resolves. */
async function written(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False = somebody else has this number. */
async function linked(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreFailure ? error : new StoreFailure(codeOf(error));
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
