import { Refusal } from './refusal.ts';

/** Calls that wait for a site, besides the one that asks it. */
const mostWaiting = 10;

/** Lets one call at a time ask a site. */
export class SiteQueue {
  readonly #lasts = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, number>();

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
