/** SQL statements about the results of a session and the snapshots. */
import * as v from 'valibot';
import { columnTypeSchema, runResultSchema } from './run.ts';
import { count, list, object, optional, request } from './schema.ts';

const text = v.string();

const sqlColumnSchema = object({ name: text, title: text, type: columnTypeSchema });

const sqlTableSchema = object({
  /** The name of the table in SQL. */
  name: text,
  kind: v.picklist(['result', 'snapshot']),
  title: text,
  file: text,
  site: text,
  rows: count,
  time: v.pipe(v.number(), v.finite()),
  columns: list(sqlColumnSchema),
});

/** All tables, with the columns that a statement can name. */
export const sqlTablesResult = { tables: list(sqlTableSchema) };
export const sqlTablesRequest = request('wikijql/sqlTables', object({}), object(sqlTablesResult));

/** A statement and an offset in it, in UTF-16 units. */
export const sqlPlace = { sql: text, offset: count };
const span = { start: count, end: count };

const sqlProposalSchema = object({
  label: text,
  kind: v.picklist(['table', 'column', 'function', 'keyword']),
  insert: text,
  /** The offset of the cursor in the inserted text; absent = its end. */
  cursor: optional(count),
  detail: optional(text),
  /** In Markdown. */
  text: optional(text),
});
export const sqlCompletionResult = { ...span, proposals: list(sqlProposalSchema) };
export const sqlCompletionRequest = request(
  'wikijql/sqlCompletion',
  object(sqlPlace),
  object(sqlCompletionResult),
);

export const sqlHoverSchema = object({ ...span, text });
export const sqlHoverRequest = request('wikijql/sqlHover', object(sqlPlace), v.nullable(sqlHoverSchema));

const sqlProblemSchema = object({
  ...span,
  code: text,
  message: text,
  /** A remark, not a mistake. */
  isNotice: optional(v.literal(true)),
});
export const sqlProblemsResult = { problems: list(sqlProblemSchema) };
export const sqlProblemsRequest = request(
  'wikijql/sqlProblems',
  object({ sql: text }),
  object(sqlProblemsResult),
);

const sqlRunParamsSchema = object({
  /** The run of the result, chosen by the client. */
  run: text,
  sql: text,
});
export type SqlRunParams = v.InferOutput<typeof sqlRunParamsSchema>;

/** Runs a statement and stores its rows as a run. An incomplete result is not stored. */
export const sqlRunRequest = request('wikijql/runSql', sqlRunParamsSchema, runResultSchema);
