import type { Clock } from '../http/clock.ts';

/**
 * Starts now; answers the milliseconds since then, by the clock that says more: the monotonic one can stand
 * still while the machine sleeps, and the wall clock can be set, in both directions.
 */
export function stopwatch(clock: Clock): () => number {
  const now = clock.now();
  const date = clock.date();
  return () => Math.max(clock.now() - now, Math.abs(clock.date() - date));
}
