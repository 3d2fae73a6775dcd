/** Reads the values of columns, many rows at once: one row of lists is read many times as fast as a row for each row. */
import type { SQLOutputValue } from 'node:sqlite';
import type { DateUnit } from '#shared/base/tables/aggregates.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';

import { timeSql } from './sql-functions.ts';

/** A column to read, and how: its values, its dates as milliseconds since 1970, or the part of the calendar they are in. */
export interface Reading {
  /** `undefined` = nothing is read, because only rows are counted. */
  readonly column: Column | undefined;
  readonly as: 'value' | 'time' | DateUnit;
}

/** Rows that were read together. */
export interface ReadRows {
  readonly count: number;
  /** For each reading the values of these rows; equal nested values are one object. */
  readonly lists: readonly (readonly (Json | undefined)[])[];
}

/** Maximum rows read at once. */
export const rowsAtOnce = 20_000;

const formats: Readonly<Record<DateUnit, string>> = {
  year: '%Y',
  month: '%Y-%m',
  week: '%G-W%V',
  day: '%Y-%m-%d',
};

/** SQL for a value as JSON takes it: nested values are their JSON. */
const valueSql = (name: string): string =>
  `CASE typeof(${name}) WHEN 'blob' THEN CAST(${name} AS TEXT) ELSE ${name} END`;

/** SQL for the milliseconds of a date, without the fractions that computing them brings. */
const wholeTime = (name: string): string => `CAST(round(${timeSql(name)}) AS INTEGER)`;

/** SQL for the part of the calendar that a date is in; other values stay as they are. */
export const unitSql = (name: string, unit: DateUnit): string =>
  `coalesce(strftime('${formats[unit]}', ${timeSql(name)} / 1000.0, 'unixepoch', 'localtime'), ${valueSql(name)})`;

/** SQL for lists of the values, and for lists that say which of them are nested. */
export function listsSql(readings: readonly { readonly name: string; readonly as: Reading['as'] }[]): string {
  const lists = readings.flatMap(({ name, as }, index) => [
    `json_group_array(${as === 'time' ? wholeTime(name) : valueSql(name)}) AS value${index}`,
    // Nested values are rare, so most columns need no list of them.
    `CASE WHEN max(typeof(${name}) = 'blob') THEN json_group_array(typeof(${name}) = 'blob') END AS nested${index}`,
  ]);
  return ['count(*) AS count', ...lists].join(', ');
}

/** Parses a row that `listsSql` selected. */
export function listsOf(
  row: Readonly<Record<string, SQLOutputValue>> | undefined,
  readings: readonly Reading[],
): ReadRows {
  const lists = readings.map(({ as }, index) => {
    const values: Json[] = JSON.parse(String(row?.[`value${index}`] ?? '[]'));
    const nested = row?.[`nested${index}`];
    const whole = typeof nested === 'string' ? withNested(values, JSON.parse(nested)) : values;
    return as === 'value' || as === 'time' ? whole : whole.map(value => unitOf(value, as));
  });
  return { count: Number(row?.['count'] ?? 0), lists };
}

/** Parses the values that are nested; they are given as JSON. */
function withNested(values: readonly Json[], isNested: readonly number[]): readonly Json[] {
  const parsedByText = new Map<Json, Json>();
  return values.map((value, index) => {
    if (isNested[index] !== 1 || typeof value !== 'string') return value;
    const before = parsedByText.get(value);
    if (before !== undefined) return before;
    const parsed: Json = JSON.parse(value);
    parsedByText.set(value, parsed);
    return parsed;
  });
}

/** Returns the part of the calendar that a date is in; other values stay as they are. */
function unitOf(value: Json, unit: DateUnit): Json {
  const time = timeOf(value);
  return time === undefined ? value : calendarUnit(time, unit);
}

const day = 24 * 3600 * 1000;
/** The day of the week: 0 = Monday. */
const weekday = (date: Date): number => (date.getDay() + 6) % 7;
const padded = (number: number, length = 2): string => String(number).padStart(length, '0');

/**
 * The part of the calendar that a time is in, in the machine's time zone: `2026`, `2026-01`, `2026-W03`, `2026-01-15`.
 * SQLite's own function takes several times as long.
 *
 * @param time milliseconds since 1970
 */
export function calendarUnit(time: number, unit: DateUnit): string {
  const date = new Date(time);
  if (unit === 'week') return weekOf(date);
  const year = padded(date.getFullYear(), 4);
  if (unit === 'year') return year;
  const month = `${year}-${padded(date.getMonth() + 1)}`;
  return unit === 'month' ? month : `${month}-${padded(date.getDate())}`;
}

/** The week of ISO 8601: it belongs to the year of its Thursday, and week 1 contains 4 January. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 3 - weekday(date));
  const fourth = new Date(thursday.getFullYear(), 0, 4);
  const days = Math.round((thursday.getTime() - fourth.getTime()) / day) - 3 + weekday(fourth);
  return `${padded(thursday.getFullYear(), 4)}-W${padded(1 + Math.round(days / 7))}`;
}
