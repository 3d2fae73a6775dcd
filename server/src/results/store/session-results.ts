/** The result store of a session, in its file or in memory. */
import { noteDraft, resultFileOf, removeResults, type ResultPlace } from './result-files.ts';
import { openDatabase, openInMemory } from './session-database.ts';
import { type StoreProblem, storeProblemOf } from './store-problem.ts';
import { ResultStore } from './result-store.ts';
import type { SqlSource, StoredTable } from '../sql-question.ts';

const megabyte = 1_000_000;

/** The store of a session, opened when it is first needed; in memory if its place cannot be used. */
export class SessionResults {
  /** Where the store is opened; `undefined` = in memory. */
  place: ResultPlace | undefined;
  #maximum: number | undefined;
  #store: ResultStore | undefined;
  #problem: StoreProblem | undefined;
  #damaged = 0;
  /** The database that other connections can open; `undefined` = none can. */
  #file: string | undefined;
  readonly #sharedMemory: string | undefined;

  /** @param sharedMemory the name of a database in memory that further connections can open; absent = none can */
  constructor(sharedMemory?: string) {
    this.#sharedMemory = sharedMemory;
  }

  get store(): ResultStore {
    if (this.#store === undefined) {
      this.#store = this.#open();
      this.maximum = this.#maximum;
    }
    return this.#store;
  }

  /** Maximum size in megabytes; `undefined` = unlimited. */
  set maximum(megabytes: number | undefined) {
    this.#maximum = megabytes;
    if (megabytes !== undefined) this.#store?.limitTo(megabytes * megabyte);
  }

  /** Returns why results are in memory although they have a place, and clears it, so that it is reported once. */
  takeProblem(): StoreProblem | undefined {
    const problem = this.#problem;
    this.#problem = undefined;
    return problem;
  }

  /** Returns how many stored tables are damaged, and so left out, and clears the number, so that it is reported once. */
  takeDamaged(): number {
    const damaged = this.#damaged;
    this.#damaged = 0;
    return damaged;
  }

  /** The stored tables of runs, for SQL; `undefined` = they are in memory, where nothing else can read them. */
  sqlSource(runs: readonly string[]): SqlSource | undefined {
    const { store } = this;
    if (this.#file === undefined) return undefined;
    const tables = runs.flatMap(run =>
      store.tablesOf(run).map((table): StoredTable => ({
        run,
        id: table.header.id,
        source: table.name,
        columns: table.keys.map(key => ({ name: key, source: table.nameOf({ key }) })),
      })),
    );
    return { file: this.#file, tables };
  }

  /** Notes the file that an export writes, so that the next start removes it after a crash. */
  readonly noteDraft = (draft: string): (() => void) =>
    this.place === undefined ? () => undefined : noteDraft(resultFileOf(this.place), draft);

  /** @param forget also removes the results */
  close(forget: boolean): void {
    this.#store?.close();
    this.#store = undefined;
    if (forget && this.place !== undefined) removeResults(this.place);
  }

  #open(): ResultStore {
    if (this.place === undefined) {
      this.#file = this.#sharedMemory;
      return new ResultStore(openInMemory(this.#sharedMemory));
    }
    try {
      const store = new ResultStore(openDatabase(this.place));
      this.#file = resultFileOf(this.place);
      this.#damaged = store.damaged;
      return store;
    } catch (error) {
      this.#problem = storeProblemOf(error);
      return new ResultStore();
    }
  }
}
