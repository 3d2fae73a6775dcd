/** Executes an SQL statement on a connection that can only read. */
import * as sqlite from 'node:sqlite';
import type { Json } from '#shared/protocol/json.ts';
import { type RefusedSql, sqlProblem } from './sql/safe-sql.ts';
import { allowReading, keptSchema, type ReadColumn, showTables } from './sql-tables.ts';
import { arrays } from './sql-helpers.ts';
import type {
  AnsweredSql,
  SqlBatch,
  SqlBounds,
  SqlEnd,
  SqlOutcome,
  SqlQuestion,
  SqlStreamQuestion,
  SqlTable,
} from './sql-question.ts';

/** Answers a question; a refusal is an outcome too. The process that runs this limits its time and memory. */
export const answerQuestion = (question: SqlQuestion): SqlOutcome =>
  withConnection(question, database => rowsOf(database, question.sql, question.offset, question.bounds));

/** Answers a question in batches; `send` may block until there is room for more. */
export const streamAnswer = (question: SqlStreamQuestion, send: (batch: SqlBatch) => void): SqlEnd =>
  withConnection(question, (database, columns) => streamRows(database, question, columns, send));

function withConnection<Answer>(
  { file, snapshots, tables, sql }: Omit<SqlQuestion, 'offset' | 'bounds'>,
  answer: (database: sqlite.DatabaseSync, columns: readonly ReadColumn[]) => Answer,
): Answer | RefusedSql {
  const database = new sqlite.DatabaseSync(file, { readOnly: true, allowExtension: false });
  try {
    if (snapshots !== undefined) database.prepare(`ATTACH DATABASE ? AS ${keptSchema}`).run(snapshots);
    const problem = sqlProblem(sql, hiddenNames(database, tables, snapshots !== undefined));
    if (problem) return problem;
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF');
    const columns = showTables(database, tables, sql);
    database.exec('PRAGMA query_only = ON');
    allowReading(database, tables);
    return answer(database, columns);
  } catch (error) {
    return refusedBy(error);
  } finally {
    database.close();
  }
}

/** The names of tables in the databases that a statement must not read. */
function hiddenNames(
  database: sqlite.DatabaseSync,
  tables: readonly SqlTable[],
  hasSnapshots: boolean,
): ReadonlySet<string> {
  const visibleNames = new Set(tables.map(({ name }) => name.toLowerCase()));
  const schemas = ['main', ...(hasSnapshots ? [keptSchema] : [])]
    .flatMap(schema => database.prepare(`SELECT name FROM ${schema}.sqlite_schema`).all())
    .map(({ name }) => String(name).toLowerCase());
  return new Set(schemas.filter(name => !visibleNames.has(name)));
}

function rowsOf(database: sqlite.DatabaseSync, sql: string, offset: number, bounds: SqlBounds): AnsweredSql {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows: (readonly Json[])[] = [];
  let count = 0;
  let charactersLeft = bounds.characters;
  let cuts = 0;
  for (const record of statement.iterate()) {
    const place = count++;
    if (count > bounds.counted) return { columns, rows, cuts };
    if (place < offset || charactersLeft <= 0 || rows.length === bounds.rows) continue;
    const [values = []] = arrays([record]);
    const row = values.map(value => valueOf(value, bounds.value));
    charactersLeft -= JSON.stringify(row.map(({ value }) => value)).length;
    if (charactersLeft <= 0 && rows.length > 0) continue;
    rows.push(row.map(({ value }) => value));
    cuts += row.filter(({ isCut }) => isCut).length;
  }
  return { columns, rows, total: count, cuts };
}

/** Maximum rows and characters of a batch: two threads and a process hold it in memory. */
const batchSize = 1000;
const batchCharacters = 1_000_000;

function streamRows(
  database: sqlite.DatabaseSync,
  { sql, bounds }: SqlStreamQuestion,
  columns: readonly ReadColumn[],
  send: (batch: SqlBatch) => void,
): SqlEnd {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  send({ columns: columns.map(({ isNested: _nested, ...column }) => column), batch: [] });
  const nested = columns.map(({ isNested }) => isNested);
  let batch: (readonly Json[])[] = [];
  let characters = 0;
  let count = 0;
  for (const record of statement.iterate()) {
    if (++count > bounds.rows) return { refusal: 'rows', detail: String(bounds.rows) };
    const [values = []] = arrays([record]);
    const cells = values.map(value => valueOf(value, bounds.value));
    if (cells.some(({ isCut }) => isCut)) return { refusal: 'value', detail: String(bounds.value) };
    batch.push(cells.map(({ value }, index) => (nested[index] === true ? parseNested(value) : value)));
    for (const { value } of cells) characters += typeof value === 'string' ? value.length : 0;
    if (batch.length < batchSize && characters < batchCharacters) continue;
    send({ batch });
    batch = [];
    characters = 0;
  }
  send({ batch });
  return { end: true };
}

/** Parses a value that is JSON in the table. */
function parseNested(value: Json): Json {
  if (typeof value !== 'string' || !/^(?:[[{]|true$|false$|null$)/.test(value)) return value;
  try {
    const parsed: Json = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}

function valueOf(
  value: sqlite.SQLOutputValue,
  longest: number,
): { readonly value: Json; readonly isCut: boolean } {
  if (value instanceof Uint8Array) {
    const bytes = value.subarray(0, longest);
    const text = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
    return { value: text, isCut: value.length > longest };
  }
  if (typeof value === 'bigint') {
    const number = Number(value);
    return { value: Number.isSafeInteger(number) ? number : String(value), isCut: false };
  }
  if (typeof value === 'number')
    return { value: Number.isFinite(value) ? value : String(value), isCut: false };
  if (typeof value !== 'string' || value.length <= longest) return { value, isCut: false };
  return { value: value.slice(0, longest).toWellFormed(), isCut: true };
}

/** SQLite's error codes, without their extended part. */
const readOnlyCode = 8;
const deniedCode = 23;
const memoryCodes: ReadonlySet<number> = new Set([7, 18]);

function refusedBy(error: unknown): RefusedSql {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  const detail = error instanceof Error ? error.message.slice(0, 500) : '';
  if (code === undefined) return { refusal: 'invalid', detail };
  if (memoryCodes.has(code)) return { refusal: 'memory', detail };
  return { refusal: code === readOnlyCode || code === deniedCode ? 'writes' : 'invalid', detail };
}
