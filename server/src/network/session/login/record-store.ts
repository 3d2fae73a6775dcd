/** The login records of all windows: their interface, and an implementation in memory. */
import { type LoginRecord, emptyRecord } from './login-rule.ts';
import type { Presence } from '../../../files/owner-presence.ts';

/** A record and its version number, which a replacement must name. */
export interface RevisedRecord {
  readonly record: LoginRecord;
  readonly revision: number;
}

/** The login records of all windows. They contain no secret. */
export interface RecordStore {
  /** The unique name by which `presence` knows this store. */
  readonly owner: string;
  /** The empty record if none was written. Rejects with `StoreFailure`. */
  read(key: string): Promise<RevisedRecord>;
  /** The current record, synchronously; `undefined` = it cannot be read. */
  readNow(key: string): LoginRecord | undefined;
  /** Writes if the record has not changed since; it is on the disk when this resolves with true. Rejects with `StoreFailure`. */
  replace(key: string, revision: number, record: LoginRecord): Promise<boolean>;
  /** Resolves soon after the record changed, or when the signal fires; it may also resolve without a change. */
  changed(key: string, revision: number, signal: AbortSignal): Promise<void>;
  /** Whether the process of an owner still exists, running or suspended. `gone` is permanent. */
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

/** Applies a transition; retries after a concurrent write. If it returns the same record, nothing is written. */
export async function change(
  store: RecordStore,
  key: string,
  transition: (record: LoginRecord) => LoginRecord,
): Promise<LoginRecord> {
  for (;;) {
    const { record, revision } = await store.read(key);
    const next = transition(record);
    if (next === record || (await store.replace(key, revision, next))) return next;
  }
}

/** Login records of one process, without a folder to store them in. */
export class MemoryRecordStore implements RecordStore {
  readonly owner = 'this-process';
  readonly #records = new Map<string, RevisedRecord>();
  readonly #waiting = new Set<() => void>();

  async read(key: string): Promise<RevisedRecord> {
    return this.#records.get(key) ?? { record: emptyRecord, revision: 0 };
  }

  readNow(key: string): LoginRecord {
    return this.#records.get(key)?.record ?? emptyRecord;
  }

  async replace(key: string, revision: number, record: LoginRecord): Promise<boolean> {
    if ((this.#records.get(key)?.revision ?? 0) !== revision) return false;
    this.#records.set(key, { record, revision: revision + 1 });
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
    return true;
  }

  async changed(key: string, revision: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.#records.get(key)?.revision ?? 0) !== revision) return;
    await new Promise<void>(resolve => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async presence(): Promise<Presence> {
    return 'here';
  }
}
