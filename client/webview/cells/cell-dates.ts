/** The units of relative times, with their lengths in milliseconds. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Makes a formatter of the distance of a time from now, in the largest unit that fits: "3 days ago", "in 2 hours". */
export function relativeTimes(locale: string | undefined): (time: number, now: number) => string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return (time, now) => {
    const distance = time - now;
    const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
    return format.format(Math.trunc(distance / length), unit);
  };
}

/**
 * Makes a formatter of times in the user's time zone, year first, so that a column lines up and sorts as text:
 * "2024-01-15 14:56:00". `undefined` = the time zone of the machine.
 */
export function localTimes(timeZone: string | undefined): (time: number) => string {
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return time => {
    const parts = new Map(format.formatToParts(time).map(part => [part.type, part.value]));
    const join = (by: string, ...names: readonly Intl.DateTimeFormatPartTypes[]): string =>
      names.map(name => parts.get(name)).join(by);
    return `${join('-', 'year', 'month', 'day')} ${join(':', 'hour', 'minute', 'second')}`;
  };
}
