import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Time as an outside boundary. Intervals are measured on a clock that nobody can set back. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Milliseconds since 1970 on the wall clock: only to read a date that a server sent. */
  date(): number;
  /** Resolves after the time, or at once when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
