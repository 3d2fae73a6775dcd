/** SQL functions and expressions that views use. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import namespaces from '../../../catalogue/wiki/namespaces.json' with { type: 'json' };
import { htmlText } from '#shared/base/read-html.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import type { Json } from '#shared/protocol/json.ts';
import { fromDatabase } from '../store/cell-value.ts';
import { groupValuesOf } from './group-assignment.ts';

/** Adds the functions that views use to a database. Each returns NULL for a value of another type. */
export function addFunctions(database: DatabaseSync): void {
  const add = (name: string, work: (value: SQLOutputValue) => string | number | null): void =>
    database.function(name, { deterministic: true }, value => work(value ?? null));
  add('lower_case', value => (typeof value === 'string' ? value.toLocaleLowerCase() : null));
  add('time_of', value => timeOf(value) ?? null);
  add('local_time', localTime);
  database.function('same_json', { deterministic: true }, sameJson);
  database.function('sorted_json', { deterministic: true }, value => sortedText(value));
  database.function('belongs', { deterministic: true }, (nested, group) => Number(belongs(nested, group)));
  add('html_text', value => (typeof value === 'string' ? searchedText(value) : null));
}

/** Whether a nested value belongs to a group; both are JSON. */
function belongs(nested: SQLOutputValue | undefined, group: SQLOutputValue | undefined): boolean {
  const value = fromDatabase(nested);
  return groupValuesOf(value).some(groupValue => JSON.stringify(groupValue) === group);
}

/** Whether two nested values are equal, regardless of the order of their members. */
const sameJson = (one: SQLOutputValue, other: SQLOutputValue): number =>
  Number(sortedText(one) === sortedText(other));

/** The JSON of a nested value, with the members of its objects in the order of their names. */
const sortedText = (value: SQLOutputValue | undefined): string =>
  JSON.stringify(sorted(fromDatabase(value) ?? null));

/** A value with the members of its objects as sorted lists. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
  return { members };
}

/** SQL that tests whether two columns have the same value of the same type, or are both empty. */
export const sameSql = (one: string, other: string): string =>
  `(${one} IS ${other} OR (typeof(${one}) = 'blob' AND typeof(${other}) = 'blob' AND same_json(${one}, ${other})))`;

/** A date as a panel shows it, in the machine's time zone: `2026-10-01 14:56:00`. */
function localTime(value: SQLOutputValue): string | null {
  const time = timeOf(value);
  if (time === undefined) return null;
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The searchable text of HTML. The parser is slow, and needed only for entities. */
const searchedText = (html: string): string =>
  html.includes('&') ? htmlText(html) : html.replace(/<[^<>]*>/g, '');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const namespaceNames = [
  "WHEN 0 THEN 'Main'",
  ...Object.entries(namespaces).map(([id, [name = '']]) => `WHEN ${Number(id)} THEN ${quoted(name)}`),
].join(' ');

/**
 * Matches dates that SQLite itself parses, ten times as fast as `time_of`; without it, SQLite would parse `now` and bare
 * numbers too.
 */
const readable = `GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][T ]*'`;

/** SQL for the milliseconds since 1970 of a column of dates. */
export const timeSql = (column: string): string =>
  `coalesce(iif(${column} ${readable}, unixepoch(${column}, 'subsec') * 1000, NULL), time_of(${column}))`;

/** SQL for the displayed text of a column of dates. */
export const shownDateSql = (column: string): string =>
  `coalesce(iif(${column} ${readable}, datetime(${column}, 'localtime'), NULL), local_time(${column}))`;

/** SQL for the text of a column of HTML. */
export const htmlTextSql = (column: string): string =>
  `iif(instr(${column}, '<') OR instr(${column}, '&'), html_text(${column}), ${column})`;

/** SQL for the names of a column of namespaces. */
export const namespaceSql = (column: string): string => `CASE ${column} ${namespaceNames} END`;
