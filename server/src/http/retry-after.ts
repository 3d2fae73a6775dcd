import type { Clock } from './clock.ts';

/** The longest time that a run waits by itself because a site asked for it. */
export const longestWait = 60;

/**
 * The seconds of a `Retry-After` header; `undefined` = none, or unreadable.
 *
 * A date is compared with the answer's own `Date`, so that a wrong clock on either side does no
 * harm; without one, with our clock, clamped to 1 … 60 seconds. Seconds are taken as they are: who
 * asks for more than a minute is not asked again within it.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Math.max(1, Number(value));
  const then = Date.parse(value);
  if (Number.isNaN(then)) return undefined;
  const sent = Date.parse(headers['date'] ?? '');
  const seconds = Math.max(1, Math.ceil((then - (Number.isNaN(sent) ? clock.date() : sent)) / 1000));
  return Number.isNaN(sent) ? Math.min(seconds, longestWait) : seconds;
}

/**
 * Waits, telling every second how many are left (first the whole time).
 * Resolves early when the signal fires; the caller looks at the signal.
 */
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
