/** Creates the tables that a statement names, as it sees them. */
import type { DatabaseSync } from 'node:sqlite';
import { rowNumber } from './sql/nameable-tables.ts';
import { isSign, type SqlToken, tokensOf } from './sql/tokens.ts';
import { quotedSqlName } from './sql/keywords.ts';
import type { SqlResultColumn, SqlTable } from './sql-question.ts';
import { isReservedName } from './sql/safe-sql.ts';
import { tableFunctions } from './sql/statement.ts';

/** The name of the snapshots' database on the connection. */
export const keptSchema = 'kept';

/** A column of the result; `isNested` = the values of its origin are JSON. */
export interface ReadColumn extends SqlResultColumn {
  readonly isNested: boolean;
}

/** The qualified name of a stored table: `main.rows1`. */
const sourceOf = ({ source, isKept }: SqlTable): string =>
  `${isKept === true ? keptSchema : 'main'}.${source}`;

/**
 * Creates the tables that a statement names. If it names several, one with nested values is copied: SQLite then creates
 * an automatic index for a join, which it does not create for a computed column. Returns the columns of the result;
 * throws SQLite's errors about the statement.
 */
export function showTables(database: DatabaseSync, tables: readonly SqlTable[], sql: string): ReadColumn[] {
  const tokens = [...tokensOf(sql)];
  const words = new Map(tokens.map(({ text }) => [text.toLowerCase(), text]));
  const namedTables = tables.filter(({ name }) => words.has(name.toLowerCase()));
  const mentions = tokens.filter(({ text }) => namedTables.some(({ name }) => isSame(name, text))).length;
  for (const table of namedTables) createView(database, table);
  const origins = originsOf(database, sql, tables);
  const nested = new Map(namedTables.map(table => [table, nestedColumns(database, table, tokens)]));
  for (const [table, columns] of nested) {
    if (columns.size === 0) continue;
    database.exec(`DROP VIEW ${quotedSqlName(table.name)}`);
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
  const expressions = table.columns.map(({ name, source }) => {
    const value = nested.has(source)
      ? `CASE typeof(${source}) WHEN 'blob' THEN CAST(${source} AS TEXT) ELSE ${source} END`
      : source;
    return `${value} AS ${quotedSqlName(name)}`;
  });
  const list = [`place AS ${quotedSqlName(rowNumber)}`, ...expressions].join(', ');
  database.exec(`CREATE TEMP ${kind} ${quotedSqlName(table.name)} AS SELECT ${list} FROM ${sourceOf(table)}`);
}

/** The columns of the result, with the stored columns that they come from. */
function originsOf(database: DatabaseSync, sql: string, tables: readonly SqlTable[]): SqlResultColumn[] {
  const statement = database.prepare(sql);
  return statement.columns().map(({ name, database: schema, table, column }) => {
    const index = tables.findIndex(candidate => sourceOf(candidate) === `${schema}.${table}`);
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

/**
 * A connection with SQLite's authorizer. Older versions of Node have none: there, the check of the statement's words
 * must suffice.
 */
interface Authorizable {
  setAuthorizer(rule: (action: number, ...about: readonly (string | null)[]) => number): void;
}

const hasAuthorizer = (database: object): database is Authorizable => 'setAuthorizer' in database;

/** SQLite's codes of actions: read a table, select, call a function, recurse. */
const [readAction, selectAction, functionAction, recursiveAction] = [20, 21, 31, 33];
const [allowed, denied] = [0, 1];

/**
 * Lets a connection only read.
 *
 * @param tables the tables that the statement may name, as `showTables` creates them
 */
export function allowReading(database: DatabaseSync, tables: readonly SqlTable[]): void {
  if (!hasAuthorizer(database)) return;
  const readable = new Set([
    ...tables.flatMap(table => [`temp.${table.name.toLowerCase()}`, sourceOf(table)]),
    ...Array.from(tableFunctions, name => `main.${name}`),
  ]);
  const canRead = (table = '', column = '', schema: string | null = null): boolean =>
    // Without a column and a schema it may be a table of the statement itself: then SQLite passes only its name.
    schema === null ? column === '' : readable.has(`${schema}.${table}`.toLowerCase());
  database.setAuthorizer((action, first, second, schema) => {
    const isAllowed =
      action === selectAction ||
      action === recursiveAction ||
      (action === functionAction && !isReservedName((second ?? '').toLowerCase())) ||
      (action === readAction && canRead(first ?? '', second ?? '', schema));
    return isAllowed ? allowed : denied;
  });
}
