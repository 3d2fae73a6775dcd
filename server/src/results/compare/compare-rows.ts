/** Pairs the rows of two tables for a comparison. */
import { hash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import identities from '../../../catalogue/network/identities.json' with { type: 'json' };
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import { arrays, groupsOf, maxArguments } from '../sql-helpers.ts';
import type { ResultTable } from '../store/result-table.ts';

/** Two tables to compare, and the columns that both have. */
export interface Sides {
  readonly before: ResultTable;
  readonly after: ResultTable;
  readonly common: readonly Column[];
}

/** The pairs of rows, in the order of the comparison: the places of each row in either table; -1 = it is not there. */
export interface Pairs {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** The column that identifies rows; `undefined` = no such column, and whole rows are compared. */
  readonly identity: Column | undefined;
}

/**
 * Pairs the rows of two tables by the first column that is unique and never empty in both; without such a column, pairs
 * rows that are equal in all common columns. Rows of the second table keep their order; a row that is gone follows the
 * row that it followed in the first table.
 */
export function pairRows(database: DatabaseSync, sides: Sides): Pairs {
  const { before, after, common } = sides;
  for (const column of candidates(common)) {
    const [ids, others] = [before, after].map(table => uniqueValues(database, table, column));
    if (ids === undefined || others === undefined) continue;
    const partners = Int32Array.from(others.keys(), id => ids.get(id) ?? -1);
    return { ...ordered(before.rows, partners), identity: column };
  }
  if (common.length === 0)
    return { ...ordered(before.rows, new Int32Array(after.rows).fill(-1)), identity: undefined };
  const places = new Map<string, number[]>();
  let place = 0;
  for (const row of wholeRows(database, before, common)) {
    const same = places.get(row);
    if (same) same.push(place++);
    else places.set(row, [place++]);
  }
  for (const same of places.values()) same.reverse();
  const partners = new Int32Array(after.rows);
  let index = 0;
  for (const row of wholeRows(database, after, common)) partners[index++] = places.get(row)?.pop() ?? -1;
  return { ...ordered(before.rows, partners), identity: undefined };
}

const identityRanks: ReadonlyMap<string, number> = new Map(
  [...identities.tracker, ...identities.wiki].map((key, index) => [key, index]),
);

/** Types whose values name something (0) come before those that measure (1) or describe it (2). */
const ranks: Readonly<Record<ColumnType, number>> = {
  issue: 0,
  id: 0,
  page: 0,
  user: 0,
  link: 0,
  text: 0,
  date: 1,
  number: 1,
  size: 1,
  namespace: 1,
  html: 2,
  boolean: 2,
  json: 2,
};

/** Sorts the columns that could identify rows: known identifiers first, then by type, then in their order. */
function candidates(columns: readonly Column[]): readonly Column[] {
  return columns.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const rankOf = ({ key, type }: Column): number => identityRanks.get(key) ?? identityRanks.size + ranks[type];

/** Maximum bytes of a value that identifies a row. */
const maxIdentityBytes = 1000;

/** The values of a column with their places; `undefined` = a value is empty, nested, too long, or not unique. */
function uniqueValues(
  database: DatabaseSync,
  table: ResultTable,
  column: Column,
): Map<SQLOutputValue, number> | undefined {
  const name = table.nameOf(column);
  const values = new Map<SQLOutputValue, number>();
  for (const value of columnOf(
    database,
    table,
    `iif(octet_length(${name}) > ${maxIdentityBytes} OR typeof(${name}) = 'blob', NULL, ${name})`,
  )) {
    if (value === null || values.has(value)) return undefined;
    values.set(value, values.size);
  }
  return values;
}

/** Number of rows above which full texts would take too much memory. */
const maxTexts = 200_000;
/** Characters up to which a text is kept as it is, in small and in large tables. */
const [longestText, shortestHashed] = [2000, 64];

/** Yields a text for each row; two rows have the same text only if they have the same values in these columns. */
function* wholeRows(
  database: DatabaseSync,
  table: ResultTable,
  columns: readonly Column[],
): Generator<string> {
  const longest = table.rows > maxTexts ? shortestHashed : longestText;
  const values = columns.map(column => {
    const name = table.nameOf(column);
    return `iif(typeof(${name}) = 'blob', json_array(sorted_json(${name})), ${name})`;
  });
  for (const value of columnOf(database, table, jsonArray(values))) {
    const text = String(value);
    yield text.length > longest ? hash('sha256', text, 'base64') : text;
  }
}

/** SQL for a list of values; in nested lists if there are more values than a function takes arguments. */
function jsonArray(values: readonly string[]): string {
  if (values.length <= maxArguments) return `json_array(${values.join(', ')})`;
  return jsonArray(groupsOf(values, maxArguments).map(group => `json(${jsonArray(group)})`));
}

/** Rows read at once. */
const batch = 1000;

/** Yields the value of an expression for each row, in their order. */
function* columnOf(
  database: DatabaseSync,
  { name, rows }: ResultTable,
  sql: string,
): Generator<SQLOutputValue> {
  const statement = database.prepare(
    `SELECT ${sql} AS value FROM ${name} WHERE place >= ? AND place < ? ORDER BY place`,
  );
  statement.setReturnArrays(true);
  for (let from = 0; from < rows; from += batch)
    for (const [value = null] of arrays(statement.all(from, from + batch))) yield value;
}

/** Orders the pairs; `partners` has, for each row of the second table, the place of its row in the first one, or -1. */
function ordered(count: number, partners: Int32Array): Omit<Pairs, 'identity'> {
  const partnerOf = new Int32Array(count).fill(-1);
  for (const [place, partner] of partners.entries()) if (partner >= 0) partnerOf[partner] = place;
  /** Rows that are gone, by the place of the row in the second table that they follow; -1 = the beginning. */
  const removedRows = new Map<number, number[]>();
  let last = -1;
  let size = partners.length;
  for (const [place, partner] of partnerOf.entries()) {
    if (partner >= 0) last = partner;
    else {
      const others = removedRows.get(last);
      if (others) others.push(place);
      else removedRows.set(last, [place]);
      size++;
    }
  }
  const [before, after] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)];
  let at = 0;
  for (let place = -1; place < partners.length; place++) {
    if (place >= 0) {
      before[at] = partners[place] ?? -1;
      after[at++] = place;
    }
    for (const missing of removedRows.get(place) ?? []) before[at++] = missing;
  }
  return { before, after };
}
