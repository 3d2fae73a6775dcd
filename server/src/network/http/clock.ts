import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** The system's time, replaceable in tests. Intervals are measured with a monotonic clock. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Milliseconds since 1970, by the system clock, which can be set to another time. */
  date(): number;
  /** Resolves after the time, or immediately when the signal fires. */
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

/**
 * Starts now; returns the milliseconds since then, by the clock that shows more: the monotonic one may stop while the
 * machine sleeps, and the system clock can be set, in both directions.
 */
export function stopwatch(clock: Clock): () => number {
  const now = clock.now();
  const date = clock.date();
  return () => Math.max(clock.now() - now, Math.abs(clock.date() - date));
}
