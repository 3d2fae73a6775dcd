/** Reads the times of sites, and writes dates and times in words. */
import { lazy } from '../lazy.ts';

// The first format that a program makes costs it about 25 ms, which most of the short ones need not pay.
const utcFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lazy(() => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }));
const weekdayFormat = utcFormat({ weekday: 'long' });
const dayFormat = utcFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const clockFormat = utcFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const relativeFormat = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }));
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A moment in words with its weekday: `Monday, 15 January 2024, 14:56:00 UTC`. Milliseconds since 1970.
 *
 * @param zone the name of the time zone; for another one than UTC, `time` is a result of `wallClock`
 */
export function dateInWords(time: number, zone = 'UTC'): string {
  // Composed of three formats, because the commas of a single one depend on the engine's version.
  return `${weekdayFormat().format(time)}, ${dayFormat().format(time)}, ${clockFormat().format(time)} ${zone}`;
}

/**
 * The day of a moment, `15 Jan 2024`; with its time unless it is the first or the last minute of the day.
 *
 * @param zone shown after the time, `15 Jan 2024, 14:56 UTC`; absent = no zone is shown, for a time in the reader's own
 */
export function shortDate(time: number, zone?: string): string {
  const at = new Date(time);
  const clock = clockFormat().format(time).slice(0, 5);
  const date = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  const moment = clock === '00:00' || clock === '23:59' ? date : `${date}, ${clock}`;
  return zone === undefined ? moment : `${moment} ${zone}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The time that a clock in a time zone shows, in milliseconds since 1970 as if that clock were one in UTC.
 *
 * @param timeZone an IANA name; the moment itself for a name that is not known
 */
function wallClock(time: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone);
  if (clock === undefined) return time;
  clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wallTime = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wallTime + (time - Math.floor(time / 1000) * 1000);
}

/** Whether times can be shown in a time zone of that name. */
export const isTimeZone = (name: string): boolean => clockIn(name) !== undefined;

function clockIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
  } catch {
    return undefined;
  }
}

/** The current time, and the time zone in which dates are shown. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The site's, an IANA name; absent = not known: dates are those of UTC, and say so. */
  readonly timeZone?: string;
}

/** A moment as the clock shows it, to be read and formatted like one in UTC. */
export const localTime = (time: number, { timeZone }: Pick<Clock, 'timeZone'>): number =>
  timeZone === undefined ? time : wallClock(time, timeZone);

/** A moment of `localTime` in short; marked as one of UTC where the time zone is not known. */
export const localShortDate = (time: number, { timeZone }: Pick<Clock, 'timeZone'>): string =>
  shortDate(time, timeZone === undefined ? 'UTC' : undefined);

/** A moment of `localTime` in words, with its time zone. */
export const localDateInWords = (time: number, { timeZone }: Pick<Clock, 'timeZone'>): string =>
  dateInWords(time, timeZone);

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
  const [unit, length] =
    steps.find(([, duration]) => Math.abs(distance) >= duration) ?? (['second', 1000] as const);
  return relativeFormat().format(Math.trunc(distance / length), unit);
}

/** The form of times that wikis and trackers write: ISO 8601, with or without a fraction and an offset. */
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** The milliseconds since 1970 of a time; `undefined` = not a time (`infinity` is not one). */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !iso.test(value)) return undefined;
  const time = Date.parse(value.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? undefined : time;
}
