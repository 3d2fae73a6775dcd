const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** A moment in words, in UTC, with its weekday: `Monday, 15 January 2024, 14:56:00 UTC`. Milliseconds since 1970. */
export function dateInWords(time: number): string {
  // Put together here: whether one format of all of it has commas changes with the engine's version.
  return `${weekdayFormat.format(time)}, ${dayFormat.format(time)}, ${clockFormat.format(time)} UTC`;
}

const day = 86_400_000;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.2425 * day],
  ['month', 30.436875 * day],
  ['day', day],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How far a moment is from now, in its largest unit: `3 days ago`, `in 2 hours`. Milliseconds since 1970. */
export function relativeInWords(time: number, now: number): string {
  const distance = time - now;
  const [unit, length] = steps.find(([, each]) => Math.abs(distance) >= each) ?? (['second', 1000] as const);
  return relativeFormat.format(Math.trunc(distance / length), unit);
}
