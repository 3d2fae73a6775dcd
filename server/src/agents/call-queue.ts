import type { Refusal } from './refusal.ts';

/** Calls that wait, besides those whose turn it is. */
const mostWaiting = 10;

/** Lets so many calls at a time do their work; others wait, in their order. */
export class CallQueue {
  readonly #atOnce: number;
  readonly #refusal: (waiting: number) => Refusal;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  /** @param refusal says that so many calls wait already */
  constructor(atOnce: number, refusal: (waiting: number) => Refusal) {
    this.#atOnce = atOnce;
    this.#refusal = refusal;
  }

  /** Does the work when its turn comes. @throws Refusal where too many wait already */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
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
    if (this.#waiting.length >= mostWaiting) throw this.#refusal(this.#waiting.length);
    await new Promise<void>(resolve => void this.#waiting.push(resolve));
  }
}
