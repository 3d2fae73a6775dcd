import { CallQueue } from './call-queue.ts';
import { Refusal } from './refusal.ts';

/** Lets one call at a time ask a site. */
export class SiteQueue {
  readonly #queues = new Map<string, CallQueue>();

  /** Does the work when its turn comes at several sites. @throws Refusal as `next` */
  nextOf<Result>(sites: readonly string[], work: () => Promise<Result>): Promise<Result> {
    // In one order for all calls, so that none waits for one that waits for it.
    const [first, ...others] = [...new Set(sites)].toSorted();
    if (first === undefined) return work();
    return this.next(first, () => this.nextOf(others, work));
  }

  /** Does the work when its turn comes. @throws Refusal where too many wait already */
  next<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(site) ?? new CallQueue(1, count => new Refusal('busy', { site, count }));
    this.#queues.set(site, queue);
    return queue.next(work);
  }
}
