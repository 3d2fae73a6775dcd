/** What the files of a suite share: started as often as files run at the same time, and used by one of them at a time. */
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

  async stop(): Promise<void> {
    for (const shared of this.#started.splice(0)) await shared.stop();
  }

  async #another(): Promise<Shared> {
    const shared = await this.#start();
    this.#started.push(shared);
    return shared;
  }
}
