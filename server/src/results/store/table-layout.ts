/** The layout of stored tables in a database, and whether a table is intact. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { isTableHeader, type TableHeader } from '#shared/protocol/run.ts';
import { isDamaged } from './store-problem.ts';

/** The stored description of a table. */
export interface TableShape {
  readonly header: TableHeader;
  /** The keys of its columns in the database, by number. */
  readonly keys: readonly string[];
  readonly rows: number;
}

/** The name of a table in its database. */
export const storedName = (id: number): string => `rows${id}`;

/** SQL for the columns of a table in the database. */
export const columnsSql = (count: number): string =>
  ['place INTEGER PRIMARY KEY', ...Array.from({ length: count }, (_, index) => `c${index}`)].join(', ');

/** The columns of a table in its database: the name, the type, and the place in the primary key of each. */
export const columnsOf = (database: DatabaseSync, name: string): string[] =>
  database
    .prepare("SELECT name, type, pk FROM pragma_table_info(?, 'main')")
    .all(name)
    .map(({ name: columnName, type, pk }) => [columnName, type, pk].filter(part => part !== '').join(' '));

/**
 * Reads the description of a table; `undefined` = it is damaged, or written by another version.
 *
 * @param stored its row, read with integers as `bigint`
 */
export function shapeOf(
  database: DatabaseSync,
  name: string,
  { header, keys, rows }: Readonly<Record<string, SQLOutputValue>>,
): TableShape | undefined {
  const parsedHeader = parsed(header);
  const names = parsed(keys);
  if (!isTableHeader(parsedHeader) || !isKeys(names) || typeof rows !== 'bigint' || rows < 0n)
    return undefined;
  if (!parsedHeader.columns.every(({ key }) => names.includes(key))) return undefined;
  const expected = ['place INTEGER 1', ...names.map((_, index) => `c${index} 0`)];
  return columnsOf(database, name).join() === expected.join()
    ? { header: parsedHeader, keys: names, rows: Number(rows) }
    : undefined;
}

/** Whether all rows exist, at places from 0. Reads the whole table. */
export function hasAllRows(database: DatabaseSync, name: string, rows: number): boolean {
  try {
    const statement = database.prepare(
      `SELECT count(*) AS count, min(place) AS first, max(place) AS last FROM ${name}`,
    );
    const { count, first, last } = statement.get() ?? {};
    return count === rows && (rows === 0 || (first === 0 && last === rows - 1));
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

function parsed(json: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
}

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.every(item => typeof item === 'string') &&
  new Set(value).size === value.length;
