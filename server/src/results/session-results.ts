import { noteDraft } from './export-drafts.ts';
import { openDatabase } from './database-file.ts';
import { fileOf, removeResults, type ResultPlace } from './result-files.ts';
import { type StoreProblem, storeProblemOf } from './store-problem.ts';
import { ResultStore } from './result-store.ts';

const megabyte = 1_000_000;

/** The store of a session, opened when it is needed for the first time; where its place cannot be used, in memory. */
export class SessionResults {
  /** Where it is opened; absent = in memory. */
  place: ResultPlace | undefined;
  #maximum: number | undefined;
  #store: ResultStore | undefined;
  #problem: StoreProblem | undefined;

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
      return new ResultStore(openDatabase(this.place));
    } catch (error) {
      this.#problem = storeProblemOf(error);
      return new ResultStore();
    }
  }
}
