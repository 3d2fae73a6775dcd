/** The login records of all windows: their interface, and an implementation in memory. */
import { type LoginRecord, emptyRecord } from './login-rule.ts';
import type { Presence } from '../../../files/owner-presence.ts';

/** A record and its version number, which a replacement must name. */
export interface Stamped {
  readonly record: LoginRecord;
  readonly stamp: number;
}

/** The login records of all windows. They contain no secret. */
export interface RecordStore {
  /** The unique name of this user of the store, for `presence`. */
  readonly owner: string;
  /** The empty record if none was written. Rejects with `StoreFailure`. */
  read(key: string): Promise<Stamped>;
  /** The current record, synchronously; `undefined` = it cannot be read. */
  readNow(key: string): LoginRecord | undefined;
  /** Writes if the record has not changed since; it is on the disk when this resolves with true. Rejects with `StoreFailure`. */
  replace(key: string, stamp: number, record: LoginRecord): Promise<boolean>;
  /** Resolves when the record may have changed, after a fraction of a second at the latest, or when the signal fires. */
  changed(key: string, stamp: number, signal: AbortSignal): Promise<void>;
  /** Whether another user of the store still exists, running or suspended. `gone` is permanent. */
  presence(owner: string): Promise<Presence>;
}

/** The records cannot be read or written: without them, no credentials may be sent. */
export class StoreFailure extends Error {
  /** The folder that is not private. */
  readonly unsafeFolder: string | undefined;

  constructor(message: string, unsafeFolder?: string) {
    super(message);
    this.unsafeFolder = unsafeFolder;
  }
}

/** Applies a transition, again if others have written meanwhile. If it returns the same record, nothing is written. */
export async function change(
  store: RecordStore,
  key: string,
  transition: (record: LoginRecord) => LoginRecord,
): Promise<LoginRecord> {
  for (;;) {
    const { record, stamp } = await store.read(key);
    const next = transition(record);
    if (next === record || (await store.replace(key, stamp, next))) return next;
  }
}

/** Login records of one process, without a folder to store them in. */
export class MemoryRecordStore implements RecordStore {
  readonly owner = 'here';
  readonly #records = new Map<string, Stamped>();
  readonly #waiting = new Set<() => void>();

  async read(key: string): Promise<Stamped> {
    return this.#records.get(key) ?? { record: emptyRecord, stamp: 0 };
  }

  readNow(key: string): LoginRecord {
    return this.#records.get(key)?.record ?? emptyRecord;
  }

  async replace(key: string, stamp: number, record: LoginRecord): Promise<boolean> {
    if ((this.#records.get(key)?.stamp ?? 0) !== stamp) return false;
    this.#records.set(key, { record, stamp: stamp + 1 });
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
    return true;
  }

  async changed(key: string, stamp: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.#records.get(key)?.stamp ?? 0) !== stamp) return;
    await new Promise<void>(resolve => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async presence(): Promise<Presence> {
    return 'here';
  }
}
