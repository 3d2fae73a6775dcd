/** The tables that a statement names, as it sees them. */
import type { DatabaseSync } from 'node:sqlite';
import { rowNumber } from '../sql/tables.ts';
import { isSign, type SqlToken, tokensOf } from '../sql/tokens.ts';
import { quotedName } from './quoted-name.ts';
import type { SqlResultColumn, SqlTable } from './sql-question.ts';

/** What the database of the snapshots is called on the connection. */
export const keptSchema = 'kept';

/** A column of the result; nested values of its origin are JSON. */
export interface ReadColumn extends SqlResultColumn {
  readonly isNested: boolean;
}

/** Where a table is stored: `main.rows1`. */
export const sourceOf = ({ source, isKept }: SqlTable): string =>
  `${isKept === true ? keptSchema : 'main'}.${source}`;

/**
 * Makes the tables that a statement names. Where a statement names several, one with nested values is copied: SQLite then
 * makes an index of its own for a join, which it does not make for a computed column. Returns the columns of the result;
 * throws what SQLite says about the statement.
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

/** Makes a table as a statement sees it. */
export const createView = (database: DatabaseSync, table: SqlTable): void =>
  create(database, 'VIEW', table, new Set());

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @param nested the columns in the database whose values are JSON in bytes, which SQL sees as text */
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

/** The columns of the result, and which stored columns they are. */
function originsOf(database: DatabaseSync, sql: string, tables: readonly SqlTable[]): SqlResultColumn[] {
  const statement = database.prepare(sql);
  return statement.columns().map(({ name, database: schema, table, column }) => {
    const index = tables.findIndex(each => sourceOf(each) === `${schema}.${table}`);
    const found = tables[index]?.columns.find(({ source }) => source === column)?.name;
    const origin = found ?? (index >= 0 && column === 'place' ? rowNumber : undefined);
    return { name, ...(origin !== undefined && { origin: { table: index, column: origin } }) };
  });
}

/** The columns with nested values, as the database calls them, of those that the statement names. */
function nestedColumns(
  database: DatabaseSync,
  table: SqlTable,
  tokens: readonly SqlToken[],
): ReadonlySet<string> {
  const words = new Set(tokens.map(({ text }) => text.toLowerCase()));
  const hasAll = tokens.some(token => isSign(token, '*')) || words.has('natural') || words.has('with');
  const found = new Set<string>();
  const sources = table.columns
    .filter(({ name, source }) => source !== 'NULL' && (hasAll || words.has(name.toLowerCase())))
    .map(({ source }) => source);
  for (let start = 0; start < sources.length; start += columnsAtOnce) {
    const part = sources.slice(start, start + columnsAtOnce);
    const list = part.map((source, index) => `max(typeof(${source}) = 'blob') AS b${index}`);
    const row = database.prepare(`SELECT ${list.join(', ')} FROM ${sourceOf(table)}`).get();
    for (const [index, source] of part.entries()) if (row?.[`b${index}`] === 1) found.add(source);
  }
  return found;
}

const columnsAtOnce = 100;
