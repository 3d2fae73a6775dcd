/** Converts dates, distances and periods in words to JQL. */
import data from '../../../catalogue/jql/foreign.json' with { type: 'json' };
import { readDate } from './read-date.ts';

const unitOfWord: ReadonlyMap<string, string> = new Map([
  ['year', 'y'],
  ['month', 'M'],
  ['mon', 'M'],
  ['mo', 'M'],
  ['mth', 'M'],
  ['week', 'w'],
  ['day', 'd'],
  ['hour', 'h'],
  ['minute', 'm'],
  ['min', 'm'],
]);
const distancePattern = /^([+-]?)\s*(\d+)\s*([a-z]+?)s?(\s+ago)?$/i;

/**
 * Converts a distance in time in words, with blanks or in capitals, to JQL: `2 weeks ago` to `-2w`.
 *
 * @param units the letters that are possible there
 * @returns undefined for a text that is not such a distance
 */
export function distanceOf(text: string, units: string): string | undefined {
  const parts = distancePattern.exec(text.trim());
  if (!parts) return undefined;
  const [, sign = '', count = '', word = '', ago] = parts;
  const lower = word === 'M' ? word : word.toLowerCase();
  const unit = word.length === 1 ? lower : unitOfWord.get(lower);
  return unit === undefined || !units.includes(unit)
    ? undefined
    : `${ago === undefined ? sign : '-'}${count}${unit}`;
}

const dayNames: ReadonlyMap<string, string> = new Map([
  ['today', 'startOfDay()'],
  ['yesterday', 'startOfDay(-1d)'],
  ['tomorrow', 'startOfDay(1d)'],
]);

/** Returns the JQL for `today`, `yesterday`, `tomorrow`, `today-7` or `now-7d`; undefined for anything else. */
export const dayOfName = (name: string): string | undefined =>
  dayNames.get(name.toLowerCase()) ?? fromDay(name);

function fromDay(text: string): string | undefined {
  const parts = /^(?:(now)|(?:today|current_date))(?:\(\))?\s*([-+])\s*(\d+)\s*([wdhm])?$/i.exec(text);
  if (!parts) return undefined;
  const [, now, sign = '', count = '', unit = ''] = parts;
  const minus = sign === '-' ? sign : '';
  if (now === undefined) return `startOfDay(${minus}${count}${unit || 'd'})`;
  return unit === '' ? undefined : `${minus}${count}${unit}`;
}

/** A period, as the functions for its start and for the start of the next one. */
export interface Period {
  readonly begin: string;
  readonly next: string;
}

const distances: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, current: 0, next: 1 };
const units: Readonly<Record<string, string>> = { day: 'd', week: 'w', month: 'M', year: 'y' };

/** Returns the period that `last week`, `this month` or `next year` means; undefined for anything else. */
export function periodOf(text: string): Period | undefined {
  const [which = '', unit = '', ...more] = text.trim().toLowerCase().split(/\s+/);
  const distance = distances[which];
  const letter = units[unit];
  if (distance === undefined || letter === undefined || more.length > 0) return undefined;
  const name = `startOf${unit[0]!.toUpperCase()}${unit.slice(1)}`;
  const call = (steps: number): string => (steps === 0 ? `${name}()` : `${name}(${steps}${letter})`);
  return { begin: call(distance), next: call(distance + 1) };
}

const padded = (number: string): string => number.padStart(2, '0');

/**
 * Returns the days that a date with the year at its end can mean, as `2024-01-15`. With dots the day comes first;
 * with other signs it can be the month too, unless a number is too large for one. The month can be a name.
 */
export function possibleDays(text: string): readonly string[] {
  const [, whole, middle, end] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text.trim()) ?? [];
  if (whole !== undefined)
    return [`${whole}-${middle}-${end}`].filter(date => typeof readDate(date, 0) === 'object');
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (!parts) return dayWithMonth(text.trim());
  const [, first = '', sign, second = '', year = ''] = parts;
  const day = (month: string, date: string): string => `${year}-${padded(month)}-${padded(date)}`;
  const readings = new Set(sign === '.' ? [day(second, first)] : [day(second, first), day(first, second)]);
  return [...readings].filter(reading => typeof readDate(reading, 0) === 'object');
}

const dayAndMonth =
  /^(?:(?<date>\d{1,2})[\s/.-]+(?<month>[a-z]{3,9})|(?<monthFirst>[a-z]{3,9})\s+(?<dateLast>\d{1,2}))\.?[\s,/.-]+(?<year>\d{4}|\d{2})$/i;

/** Reads `15 Jan 2024`, `15/Jan/24` or `January 15, 2024`. */
function dayWithMonth(text: string): readonly string[] {
  const { date, month, monthFirst, dateLast, year = '' } = dayAndMonth.exec(text)?.groups ?? {};
  const index = data.months.indexOf((month ?? monthFirst ?? '').slice(0, 3).toLowerCase());
  if (index < 0) return [];
  const day = `${year.padStart(4, '20')}-${padded(String(index + 1))}-${padded(date ?? dateLast ?? '')}`;
  return typeof readDate(day, 0) === 'object' ? [day] : [];
}
