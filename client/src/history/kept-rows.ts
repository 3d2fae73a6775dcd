/**
 * Runs that no panel shows any more: their rows stay in the store for a while, so that the history can show them
 * again.
 */
import type { Run } from '../results/runs.ts';

/** The maximum number of runs that are kept, and of the rows of all of them. */
const [maxRuns, maxRows] = [20, 500_000];

export class KeptRows {
  readonly #runs = new Map<string, Run>();
  readonly #release: (run: string) => void;

  /** @param release releases the rows of a run */
  constructor(release: (run: string) => void) {
    this.#release = release;
  }

  get(run: string): Run | undefined {
    return this.#runs.get(run);
  }

  /** Keeps a run, and releases the oldest runs beyond the limits. */
  add(run: Run): void {
    this.#runs.set(run.id, run);
    let rows = [...this.#runs.values()].reduce((sum, { counts }) => sum + counts.rows, 0);
    for (const [id, { counts }] of this.#runs) {
      if (this.#runs.size <= maxRuns && rows <= maxRows) return;
      rows -= counts.rows;
      this.drop(id);
    }
  }

  /** Removes a run and returns it, for a panel that shows it. */
  take(run: string): Run | undefined {
    const removedRun = this.#runs.get(run);
    this.#runs.delete(run);
    return removedRun;
  }

  drop(run: string): void {
    if (this.#runs.delete(run)) this.#release(run);
  }

  dropAll(): void {
    for (const run of this.#runs.keys()) this.drop(run);
  }
}
