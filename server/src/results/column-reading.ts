/** The values of columns, of many rows at once: one row of lists is read many times as fast as a row for each row. */
import type { SQLOutputValue } from 'node:sqlite';
import type { DateUnit } from '../common/tables/aggregates.ts';
import { timeOf } from '../common/time-of.ts';
import type { Json } from '../protocol/json.ts';
import type { Column } from '../protocol/run.ts';
import { calendarUnit } from './calendar-unit.ts';
import { timeSql } from './sql-functions.ts';

/** A column to read: its values, its dates as milliseconds since 1970, or the part of the calendar that they are in. */
export interface Reading {
  /** `undefined` = nothing is read, for what is about rows. */
  readonly column: Column | undefined;
  readonly as: 'value' | 'time' | DateUnit;
}

/** Some rows. */
export interface ReadRows {
  readonly count: number;
  /** For each reading the values of these rows; equal nested values are one object. */
  readonly lists: readonly (readonly (Json | undefined)[])[];
}

/** Rows that are read together. */
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
    // Rare.
    `CASE WHEN max(typeof(${name}) = 'blob') THEN json_group_array(typeof(${name}) = 'blob') END AS nested${index}`,
  ]);
  return ['count(*) AS count', ...lists].join(', ');
}

/** The lists of a row that `listsSql` asks for. */
export function listsOf(
  found: Readonly<Record<string, SQLOutputValue>> | undefined,
  readings: readonly Reading[],
): ReadRows {
  const lists = readings.map(({ as }, index) => {
    const values: Json[] = JSON.parse(String(found?.[`value${index}`] ?? '[]'));
    const nested = found?.[`nested${index}`];
    const whole = typeof nested === 'string' ? withNested(values, JSON.parse(nested)) : values;
    return as === 'value' || as === 'time' ? whole : whole.map(value => unitOf(value, as));
  });
  return { count: Number(found?.['count'] ?? 0), lists };
}

function withNested(values: readonly Json[], isNested: readonly number[]): readonly Json[] {
  const known = new Map<Json, Json>();
  return values.map((value, index) => {
    if (isNested[index] !== 1 || typeof value !== 'string') return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const parsed: Json = JSON.parse(value);
    known.set(value, parsed);
    return parsed;
  });
}

/** Other values than dates have no part of the calendar but themselves. */
function unitOf(value: Json, unit: DateUnit): Json {
  const time = timeOf(value);
  return time === undefined ? value : calendarUnit(time, unit);
}
