/** Creates the tables that a statement names, as it sees them. */
import type { DatabaseSync } from 'node:sqlite';
import { rowNumber } from '../sql/tables.ts';
import { isSign, type SqlToken, tokensOf } from '../sql/tokens.ts';
import { quotedName } from './quoted-name.ts';
import type { SqlResultColumn, SqlTable } from './sql-question.ts';

/** The name of the snapshots' database on the connection. */
export const keptSchema = 'kept';

/** A column of the result; `isNested` = the values of its origin are JSON. */
export interface ReadColumn extends SqlResultColumn {
  readonly isNested: boolean;
}

/** The qualified name of a stored table: `main.rows1`. */
export const sourceOf = ({ source, isKept }: SqlTable): string =>
  `${isKept === true ? keptSchema : 'main'}.${source}`;

/**
 * Creates the tables that a statement names. If it names several, one with nested values is copied: SQLite then creates
 * an automatic index for a join, which it does not create for a computed column. Returns the columns of the result;
 * throws SQLite's errors about the statement.
 */
export function showTables(database: DatabaseSync, tables: readonly SqlTable[], sql: string): ReadColumn[] {
  const tokens = [...tokensOf(sql)];
  const words = new Map(tokens.map(({ text }) => [text.toLowerCase(), text]));
  const named = tables.filter(({ name }) => words.has(name.toLowerCase()));
  const mentions = tokens.filter(({ text }) => named.some(({ name }) => isSame(name, text))).length;
  for (const table of named) createView(database, table);
  const origins = originsOf(database, sql, tables);
  const nested = new Map(named.map(table => [table, nestedColumns(database, table, tokens)]));
  for (const [table, columns] of nested) {
    if (columns.size === 0) continue;
    database.exec(`DROP VIEW ${quotedName(table.name)}`);
    create(database, mentions > 1 ? 'TABLE' : 'VIEW', table, columns);
  }
  return origins.map(column => {
    const { origin } = column;
    const table = origin && tables[origin.table];
    const source = table?.columns.find(({ name }) => name === origin?.column)?.source ?? '';
    return { ...column, isNested: table !== undefined && (nested.get(table)?.has(source) ?? false) };
  });
}

/** Creates a view of a stored table for a statement. */
export const createView = (database: DatabaseSync, table: SqlTable): void =>
  create(database, 'VIEW', table, new Set());

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @param nested columns in the database whose values are JSON bytes, which SQL sees as text */
function create(
  database: DatabaseSync,
  kind: 'VIEW' | 'TABLE',
  table: SqlTable,
  nested: ReadonlySet<string>,
): void {
  const read = table.columns.map(({ name, source }) => {
    const value = nested.has(source)
      ? `CASE typeof(${source}) WHEN 'blob' THEN CAST(${source} AS TEXT) ELSE ${source} END`
      : source;
    return `${value} AS ${quotedName(name)}`;
  });
  const list = [`place AS ${quotedName(rowNumber)}`, ...read].join(', ');
  database.exec(`CREATE TEMP ${kind} ${quotedName(table.name)} AS SELECT ${list} FROM ${sourceOf(table)}`);
}

/** The columns of the result, with the stored columns that they come from. */
function originsOf(database: DatabaseSync, sql: string, tables: readonly SqlTable[]): SqlResultColumn[] {
  const statement = database.prepare(sql);
  return statement.columns().map(({ name, database: schema, table, column }) => {
    const index = tables.findIndex(each => sourceOf(each) === `${schema}.${table}`);
    const columnName = tables[index]?.columns.find(({ source }) => source === column)?.name;
    const origin = columnName ?? (index >= 0 && column === 'place' ? rowNumber : undefined);
    return { name, ...(origin !== undefined && { origin: { table: index, column: origin } }) };
  });
}

/** The columns with nested values among those that the statement names, by their names in the database. */
function nestedColumns(
  database: DatabaseSync,
  table: SqlTable,
  tokens: readonly SqlToken[],
): ReadonlySet<string> {
  const words = new Set(tokens.map(({ text }) => text.toLowerCase()));
  const hasAll = tokens.some(token => isSign(token, '*')) || words.has('natural') || words.has('with');
  const nested = new Set<string>();
  const sources = table.columns
    .filter(({ name, source }) => source !== 'NULL' && (hasAll || words.has(name.toLowerCase())))
    .map(({ source }) => source);
  for (let start = 0; start < sources.length; start += columnsAtOnce) {
    const part = sources.slice(start, start + columnsAtOnce);
    const list = part.map((source, index) => `max(typeof(${source}) = 'blob') AS b${index}`);
    const row = database.prepare(`SELECT ${list.join(', ')} FROM ${sourceOf(table)}`).get();
    for (const [index, source] of part.entries()) if (row?.[`b${index}`] === 1) nested.add(source);
  }
  return nested;
}

const columnsAtOnce = 100;
