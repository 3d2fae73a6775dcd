/** How a timestamp is written. */
type TimestampForm =
  | 'now'
  | 'iso'
  | 'compact'
  | 'digits'
  | 'unix'
  | 'oracle'
  | 'postgres'
  | 'exif'
  | 'mail'
  | 'rfc850'
  | 'asctime';

/** A timestamp as the wiki understands it. */
export interface Timestamp {
  readonly form: TimestampForm;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** A part was out of its range, as month 13 or 30 February, and the wiki counted on from it. */
  readonly rolledOver: boolean;
}

const clock = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const fraction = String.raw`(?:[.,]\d{1,6})?`;
const zonePattern = String.raw`(?<zone>Z|[+-]\d\d(?::?\d\d)?)?`;
const blanks = String.raw`[ \t\r\n]*`;
const gap = String.raw`[ \t\r\n]+`;
const monthName = '(?<monthName>[A-Z][a-z][a-z])';

/**
 * The forms of timestamps in the order in which they are tried; the first that matches is used. Source: the
 * timestamps that a real wiki was seen to accept.
 */
const forms: readonly (readonly [TimestampForm, RegExp])[] = [
  ['digits', /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/],
  [
    'iso',
    new RegExp(
      String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ]${clock}${fraction}${zonePattern}\n?$`,
    ),
  ],
  [
    'compact',
    new RegExp(
      String.raw`^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)${fraction}${zonePattern}\n?$`,
    ),
  ],
  ['unix', /^(?<unix>-?\d{1,13})(?:\.\d{1,6})?$/],
  ['oracle', new RegExp(String.raw`^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4}) ${clock}\.\d{6}$`)],
  [
    'postgres',
    new RegExp(
      String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d) ${clock}(?:\.\d{1,6})?(?:(?<zone>[+\- ]\d\d)| GMT)$`,
    ),
  ],
  ['exif', new RegExp(String.raw`^(?<year>\d{4}):(?<month>\d\d):(?<day>\d\d) ${clock}$`)],
  [
    'mail',
    new RegExp(
      `^${blanks}(?:(?<weekday>[A-Z][a-z][a-z]),${blanks})?(?<day>\\d\\d?)${gap}${monthName}${gap}(?<year>\\d{2,})${gap}` +
        ['hour', 'minute', 'second'].map(part => `(?<${part}>\\d\\d)`).join(`${blanks}:${blanks}`) +
        `(?:${gap}(?<zone>[+-]\\d{4}|UT|GMT|[ECMP][SD]T|[A-IK-Za-ik-z]))?(?:${blanks};|$)`,
    ),
  ],
  [
    'rfc850',
    new RegExp(
      String.raw`^(?<weekday>[A-Z][a-z]{5,8}), (?<day>\d\d)-${monthName}-(?<shortYear>\d\d) ${clock}` +
        String.raw`(?: (?<zone>[+-]\d\d(?::?\d\d)?|[A-Z]{1,5}))?$`,
    ),
  ],
  [
    'asctime',
    new RegExp(
      String.raw`^(?<weekday>[A-Z][a-z][a-z]) ${monthName} +(?<day>\d\d?) ${clock} (?<year>\d{4})\s*$`,
    ),
  ],
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdays: ReadonlySet<string> = new Set(dayNames.flatMap(day => [day, day.slice(0, 3)]));
/** Hours from UTC of the zones that mail headers name. */
const namedZones: ReadonlyMap<string, number> = new Map([
  ...['Z', 'UT', 'UTC', 'GMT'].map(name => [name, 0] as const),
  ...['EST', 'CST', 'MST', 'PST'].map((name, index) => [name, -5 - index] as const),
  ...['EDT', 'CDT', 'MDT', 'PDT'].map((name, index) => [name, -4 - index] as const),
]);

/** The first and the last moment that the wiki can write with a year of four digits. */
const earliest = new Date(0).setUTCFullYear(0, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Reads a value of a timestamp parameter as the wiki does; empty and `0` mean now.
 *
 * @param now milliseconds since 1970, for `now` and for years of two digits
 * @returns undefined for a text that the wiki refuses
 */
export function readTimestamp(text: string, now: number): Timestamp | undefined {
  if (text === 'now' || text === '' || text === '0') return { form: 'now', time: now, rolledOver: false };
  for (const [form, pattern] of forms) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const parts = groups['unix'] === undefined ? readParts(groups, now) : readUnix(groups['unix']);
    return parts && parts.time >= earliest && parts.time <= latest ? { form, ...parts } : undefined;
  }
  return undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;
type Read = Omit<Timestamp, 'form'>;

const readUnix = (seconds: string): Read => ({ time: Number(seconds) * 1000, rolledOver: false });

function readParts(parts: Parts, now: number): Read | undefined {
  const { weekday, monthName: name } = parts;
  if (weekday !== undefined && !weekdays.has(weekday)) return undefined;
  const month = name === undefined ? Number(parts['month']) - 1 : months.indexOf(name);
  if (name !== undefined && month < 0) return undefined;
  const offset = zoneOffset(parts['zone']);
  if (offset === undefined) return undefined;
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map(part => Number(parts[part]));
  const date = new Date(0);
  date.setUTCFullYear(yearOf(parts, now), month, day);
  const rolledOver =
    date.getUTCMonth() !== month || date.getUTCDate() !== day || hour! > 23 || minute! > 59 || second! > 59;
  date.setUTCHours(hour!, minute, second, 0);
  return { time: date.getTime() - offset * 60_000, rolledOver };
}

/** A year of two digits lies within the fifty years to come or before; in mail, from 1950 to 2049. */
function yearOf(parts: Parts, now: number): number {
  if (parts['shortYear'] !== undefined) {
    const pivot = new Date(now).getUTCFullYear() + 50;
    const year = pivot - (pivot % 100) + Number(parts['shortYear']);
    return year > pivot ? year - 100 : year;
  }
  const year = Number(parts['year']);
  if (parts['monthName'] === undefined || year >= 1000) return year;
  return year + (year < 50 ? 2000 : 1900);
}

/** Minutes from UTC; undefined for an unknown zone. */
function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.length === 1) return 0;
  const numeric = /^([+\- ])(\d\d):?(\d\d)?$/.exec(zone);
  if (numeric === null) return hours(namedZones.get(zone));
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
  return numeric[1] === '-' ? -minutes : minutes;
}

const hours = (count: number | undefined): number | undefined =>
  count === undefined ? undefined : count * 60;
