/** Processes shared by the files of a suite: one instance for each concurrent file, used by one file at a time. */
import { treeProcessorSeconds } from '../support/process-tree.ts';
import type { Shared } from './suites.ts';

export class SharedPool {
  readonly #start: () => Promise<Shared>;
  readonly #started: Shared[] = [];
  readonly #idle: Shared[] = [];

  constructor(start: () => Promise<Shared>) {
    this.#start = start;
  }

  async use<T>(run: (shared: Shared) => Promise<T>): Promise<T> {
    const shared = this.#idle.pop() ?? (await this.#another());
    try {
      return await run(shared);
    } finally {
      this.#idle.push(shared);
    }
  }

  /** Answers how many seconds of processor time all that was started has taken. */
  async stop(): Promise<number> {
    const started = this.#started.splice(0);
    const seconds = await treeProcessorSeconds(started.flatMap(({ processes }) => processes));
    for (const shared of started) await shared.stop();
    return seconds;
  }

  async #another(): Promise<Shared> {
    const shared = await this.#start();
    this.#started.push(shared);
    return shared;
  }
}
