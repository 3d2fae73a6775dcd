/** The values of columns, of many rows at once: one row of lists is read many times as fast as a row for each row. */
import type { SQLOutputValue } from 'node:sqlite';
import type { DateUnit } from '../common/aggregates.ts';
import type { Json } from '../protocol/json.ts';
import type { Column } from '../protocol/run.ts';
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

/** SQL for what a value is grouped by, but for the items of lists: nested values are their JSON. */
export function readingSql(name: string, as: Reading['as']): string {
  const value = `CASE typeof(${name}) WHEN 'blob' THEN CAST(${name} AS TEXT) ELSE ${name} END`;
  if (as === 'value') return value;
  const time = timeSql(name);
  if (as === 'time') return `CAST(round(${time}) AS INTEGER)`;
  return `coalesce(strftime('${formats[as]}', ${time} / 1000.0, 'unixepoch', 'localtime'), ${value})`;
}

/** SQL for lists of the values, and for lists that say which of them are nested. */
export function listsSql(readings: readonly { readonly name: string; readonly as: Reading['as'] }[]): string {
  const lists = readings.flatMap(({ name, as }, index) => [
    `json_group_array(${readingSql(name, as)}) AS value${index}`,
    // Almost always there are none.
    `CASE WHEN max(typeof(${name}) = 'blob') THEN json_group_array(typeof(${name}) = 'blob') END AS nested${index}`,
  ]);
  return ['count(*) AS count', ...lists].join(', ');
}

/** The lists of a row that `listsSql` asks for. */
export function listsOf(
  found: Readonly<Record<string, SQLOutputValue>> | undefined,
  readings: number,
): ReadRows {
  const lists = Array.from({ length: readings }, (_, index) => {
    const values: Json[] = JSON.parse(String(found?.[`value${index}`] ?? '[]'));
    const nested = found?.[`nested${index}`];
    return typeof nested === 'string' ? withNested(values, JSON.parse(nested)) : values;
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
