/** Runs whose panel let go of them: their rows stay in the store for a while, so that the history can show them again. */
import type { Run } from '../results/runs.ts';

/** Runs that are kept, and the rows of all of them. */
const [mostRuns, mostRows] = [20, 500_000];

export class KeptRuns {
  readonly #runs = new Map<string, Run>();
  readonly #release: (run: string) => void;

  /** `release` gives the rows of a run back. */
  constructor(release: (run: string) => void) {
    this.#release = release;
  }

  get(run: string): Run | undefined {
    return this.#runs.get(run);
  }

  /** Keeps a run, and lets the oldest go where there are too many. */
  add(run: Run): void {
    this.#runs.set(run.id, run);
    let rows = [...this.#runs.values()].reduce((sum, { counts }) => sum + counts.rows, 0);
    for (const [id, { counts }] of this.#runs) {
      if (this.#runs.size <= mostRuns && rows <= mostRows) return;
      rows -= counts.rows;
      this.drop(id);
    }
  }

  /** Hands a run over to a panel. */
  take(run: string): Run | undefined {
    const found = this.#runs.get(run);
    this.#runs.delete(run);
    return found;
  }

  drop(run: string): void {
    if (this.#runs.delete(run)) this.#release(run);
  }

  dropAll(): void {
    for (const run of this.#runs.keys()) this.drop(run);
  }
}
