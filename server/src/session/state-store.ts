import type { LoginRecord } from './login-rule.ts';
import type { Presence } from './owner-presence.ts';

/** A record and the number of its writing, by which a replacement knows that it is still the same. */
export interface Stamped {
  readonly record: LoginRecord;
  readonly stamp: number;
}

/** Where the records of the login rule are kept for all windows. Holds no secret. */
export interface StateStore {
  /** Names whoever uses this store, for `presence`. */
  readonly owner: string;
  /** The empty record where nothing was ever written. Rejects with `StoreFailure`. */
  read(key: string): Promise<Stamped>;
  /** What is recorded at this moment, without a turn in between; `undefined` = it cannot be read. */
  readNow(key: string): LoginRecord | undefined;
  /** Writes if nobody has written since; whole and lasting when it resolves with true. Rejects with `StoreFailure`. */
  replace(key: string, stamp: number, record: LoginRecord): Promise<boolean>;
  /** Resolves when it may have been written since, at the latest after a fraction of a second, or when the signal fires. */
  changed(key: string, stamp: number, signal: AbortSignal): Promise<void>;
  /** Whether another user of the store is still there, running or stopped. `gone` is for good. */
  presence(owner: string): Promise<Presence>;
}

/** The records cannot be read or written: without them nothing may be sent. */
export class StoreFailure extends Error {
  /** The folder that is not private. */
  readonly unsafeFolder: string | undefined;

  constructor(message: string, unsafeFolder?: string) {
    super(message);
    this.unsafeFolder = unsafeFolder;
  }
}

/** Applies a transition, again on what others wrote meanwhile; one that answers the same record writes nothing. */
export async function change(
  store: StateStore,
  key: string,
  transition: (record: LoginRecord) => LoginRecord,
): Promise<LoginRecord> {
  for (;;) {
    const { record, stamp } = await store.read(key);
    const next = transition(record);
    if (next === record || (await store.replace(key, stamp, next))) return next;
  }
}
