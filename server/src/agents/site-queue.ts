import { Refusal } from './refusal.ts';

/** Calls that wait for a site, besides the one that asks it. */
const mostWaiting = 10;

/** Lets one call at a time ask a site. */
export class SiteQueue {
  readonly #lasts = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, number>();

  /** Does the work when its turn comes at several sites. @throws Refusal as `next` */
  nextOf<Result>(sites: readonly string[], work: () => Promise<Result>): Promise<Result> {
    // In one order for all calls, so that none waits for one that waits for it.
    const [first, ...others] = [...new Set(sites)].toSorted();
    if (first === undefined) return work();
    return this.next(first, () => this.nextOf(others, work));
  }

  /** Does the work when its turn comes. @throws Refusal where too many wait already */
  async next<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(site) ?? 0;
    if (waiting > mostWaiting) throw new Refusal('busy', { site, count: waiting });
    this.#waiting.set(site, waiting + 1);
    const before = this.#lasts.get(site) ?? Promise.resolve();
    const done = before.then(work);
    this.#lasts.set(
      site,
      done.catch(() => undefined),
    );
    try {
      return await done;
    } finally {
      this.#waiting.set(site, (this.#waiting.get(site) ?? 1) - 1);
    }
  }
}
