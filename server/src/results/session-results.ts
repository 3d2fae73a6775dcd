import { noteDraft } from './export-drafts.ts';
import { openDatabase } from './session-database.ts';
import { fileOf, removeResults, type ResultPlace } from './result-files.ts';
import { type StoreProblem, storeProblemOf } from './store-problem.ts';
import { ResultStore } from './result-store.ts';
import type { SqlSource, StoredTable } from './sql-question.ts';

const megabyte = 1_000_000;

/** The store of a session, opened when it is needed for the first time; where its place cannot be used, in memory. */
export class SessionResults {
  /** Where it is opened; absent = in memory. */
  place: ResultPlace | undefined;
  #maximum: number | undefined;
  #store: ResultStore | undefined;
  #problem: StoreProblem | undefined;
  #damaged = 0;
  #isInFile = false;

  get store(): ResultStore {
    if (this.#store === undefined) {
      this.#store = this.#open();
      this.maximum = this.#maximum;
    }
    return this.#store;
  }

  /** Megabytes that it may take; `undefined` = any number. */
  set maximum(megabytes: number | undefined) {
    this.#maximum = megabytes;
    if (megabytes !== undefined) this.#store?.limitTo(megabytes * megabyte);
  }

  /** Why results are in memory although they have a place; said once. */
  takeProblem(): StoreProblem | undefined {
    const problem = this.#problem;
    this.#problem = undefined;
    return problem;
  }

  /** How many stored tables are damaged, and so are left out; said once. */
  takeDamaged(): number {
    const damaged = this.#damaged;
    this.#damaged = 0;
    return damaged;
  }

  /** Where the tables of runs are stored, for questions in SQL; `undefined` = in memory, where nobody else can read them. */
  sqlSource(runs: readonly string[]): SqlSource | undefined {
    const { store } = this;
    if (this.place === undefined || !this.#isInFile) return undefined;
    const tables = runs.flatMap(run =>
      store.tablesOf(run).map((table): StoredTable => ({
        run,
        id: table.header.id,
        source: table.name,
        columns: table.keys.map(key => ({ name: key, source: table.nameOf({ key }) })),
      })),
    );
    return { file: fileOf(this.place), tables };
  }

  /** Remembers the file that an export writes, so that the next start removes it after a crash. */
  readonly noteDraft = (draft: string): (() => void) =>
    this.place === undefined ? () => undefined : noteDraft(fileOf(this.place), draft);

  /** @param forget removes the results as well */
  close(forget: boolean): void {
    this.#store?.close();
    this.#store = undefined;
    if (forget && this.place !== undefined) removeResults(this.place);
  }

  #open(): ResultStore {
    if (this.place === undefined) return new ResultStore();
    try {
      const store = new ResultStore(openDatabase(this.place));
      this.#isInFile = true;
      this.#damaged = store.damaged;
      return store;
    } catch (error) {
      this.#problem = storeProblemOf(error);
      return new ResultStore();
    }
  }
}
