import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before the next call: longer the longer it takes, because asking a window costs time itself. */
const pause = (elapsed: number): number => Math.min(250, 20 + elapsed / 10);

/**
 * Calls a function until it returns a result, and returns that.
 *
 * @param what named in the error when no result came in time
 * @param ask `undefined` and `false` mean "not yet"; an error ends the waiting, and so does a call that takes too
 * long
 * @param milliseconds the maximum time
 */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  milliseconds = 90_000,
): Promise<T> => {
  const begin = performance.now();
  const end = begin + milliseconds;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const answer = await Promise.race([ask(), wait(left + 1000, undefined, { ref: false })]);
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms in vain for ${what}`);
    await wait(pause(performance.now() - begin));
  }
};
