/** Calls that wait for their turn: a few at once, and one after the other for each site. */
import { Refusal } from './refusal.ts';

/** Calls that wait, besides those whose turn it is. */
const maxWaiting = 10;

/** Lets at most `atOnce` calls do their work; others wait, in their order. */
export class CallQueue {
  readonly #atOnce: number;
  readonly #refusal: (waiting: number) => Refusal;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  /** @param refusal says that this number of calls waits already */
  constructor(atOnce: number, refusal: (waiting: number) => Refusal) {
    this.#atOnce = atOnce;
    this.#refusal = refusal;
  }

  /** Does the work when its turn comes. @throws Refusal where too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const other = this.#waiting.shift();
      if (other === undefined) this.#working--;
      else other();
    }
  }

  /** A call that waited takes the turn of the one that has ended. */
  async #turn(): Promise<void> {
    if (this.#working < this.#atOnce) {
      this.#working++;
      return;
    }
    if (this.#waiting.length >= maxWaiting) throw this.#refusal(this.#waiting.length);
    await new Promise<void>(resolve => void this.#waiting.push(resolve));
  }
}

/** Lets one call at a time ask a site. */
export class SiteQueue {
  readonly #queues = new Map<string, CallQueue>();

  /** Does the work when its turn comes at several sites. @throws Refusal as `runAtSite` */
  runAtSites<Result>(sites: readonly string[], work: () => Promise<Result>): Promise<Result> {
    // In one order for all calls, so that none waits for one that waits for it.
    const [first, ...others] = [...new Set(sites)].toSorted();
    if (first === undefined) return work();
    return this.runAtSite(first, () => this.runAtSites(others, work));
  }

  /** Does the work when its turn comes. @throws Refusal where too many wait already */
  runAtSite<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(site) ?? new CallQueue(1, count => new Refusal('busy', { site, count }));
    this.#queues.set(site, queue);
    return queue.run(work);
  }
}
