import type { Clock } from '../http/clock.ts';

/**
 * Starts now; returns the milliseconds since then, by the clock that shows more: the monotonic one may stop while the
 * machine sleeps, and the system clock can be set, in both directions.
 */
export function stopwatch(clock: Clock): () => number {
  const now = clock.now();
  const date = clock.date();
  return () => Math.max(clock.now() - now, Math.abs(clock.date() - date));
}
