import type { Clock } from './clock.ts';

/** Seconds that a run waits automatically, at most, when a site requests a pause. */
export const maxWaitSeconds = 60;
/** Seconds of a pause, at most: thirty days. */
const maxPauseSeconds = 30 * 86_400;

/**
 * The seconds of a `Retry-After` header; `undefined` = absent or invalid.
 *
 * A date is compared with the response's own `Date`, so that a wrong clock on either side does not matter; without one,
 * with this machine's clock, limited to 1 … 60 seconds. No pause is longer than thirty days.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Math.min(maxPauseSeconds, Math.max(1, Number(value)));
  const then = Date.parse(value);
  if (Number.isNaN(then)) return undefined;
  const sent = Date.parse(headers['date'] ?? '');
  const seconds = Math.max(1, Math.ceil((then - (Number.isNaN(sent) ? clock.date() : sent)) / 1000));
  return Math.min(seconds, Number.isNaN(sent) ? maxWaitSeconds : maxPauseSeconds);
}

/** Waits, and reports every second how many are left, starting with the whole time. Resolves early when the signal fires. */
export async function countdown(
  seconds: number,
  clock: Clock,
  signal: AbortSignal,
  onSecond: (left: number) => void,
): Promise<void> {
  const end = clock.now() + seconds * 1000;
  for (let left = seconds; left > 0 && !signal.aborted; left = Math.ceil((end - clock.now()) / 1000)) {
    onSecond(left);
    await clock.sleep(Math.min(1000, end - clock.now()), signal);
  }
}
