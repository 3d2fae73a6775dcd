import { emptyRecord, type LoginRecord } from './login-rule.ts';
import type { Presence } from '../state/owner-presence.ts';
import type { RecordStore, Stamped } from './record-store.ts';

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
