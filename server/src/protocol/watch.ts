/** Queries that run in the background, and what tells their rows apart. */
import * as v from 'valibot';
import { tableState } from './results.ts';
import { placeSchema, runReference, runResultSchema } from './run.ts';
import { list, object, request } from './schema.ts';

/** What tells the rows of a table apart from run to run. */
const rowIdentitiesSchema = object({
  /** The key of the column with an identifier of each row; empty = all values of a row. */
  by: v.string(),
  /** A short text for each row, in order; the same rows have the same text in every run. */
  ids: list(v.string()),
});
export type RowIdentities = v.InferOutput<typeof rowIdentitiesSchema>;

const watchedTableSchema = object({ ...tableState, identities: rowIdentitiesSchema });
export type WatchedTable = v.InferOutput<typeof watchedTableSchema>;

const checkParamsSchema = object({ ...runReference, ...placeSchema.entries });
export type CheckParams = v.InferOutput<typeof checkParamsSchema>;

const checkResultSchema = object({ result: runResultSchema, tables: list(watchedTableSchema) });
export type CheckResult = v.InferOutput<typeof checkResultSchema>;

/**
 * A run of a watched query, politely: with an existing session only, without waiting for a site that is busy. The rows
 * are kept until the run is released.
 */
export const checkRequest = request('wikijql/check', checkParamsSchema, checkResultSchema);
