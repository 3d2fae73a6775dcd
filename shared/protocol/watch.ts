/** Queries that run in the background, and the identities of their rows. */
import * as v from 'valibot';
import { tableState } from './results.ts';
import { placeSchema, runReference, runReferenceSchema, runResultSchema } from './run.ts';
import { dictionary, list, object, request } from './schema.ts';

/** The identities of the rows of a table, which stay the same from run to run. */
const rowIdentitiesSchema = object({
  /** The key of the column with an identifier of each row; empty = all values of a row. */
  by: v.string(),
  /** A short text for each row, in order; the same row has the same text in every run. */
  ids: list(v.string()),
});
export type RowIdentities = v.InferOutput<typeof rowIdentitiesSchema>;

const checkParamsSchema = object({ ...runReference, ...placeSchema.entries });
export type CheckParams = v.InferOutput<typeof checkParamsSchema>;

const checkResultSchema = object({ result: runResultSchema, tables: list(object(tableState)) });
export type CheckResult = v.InferOutput<typeof checkResultSchema>;

/**
 * Runs a watched query in the background: with an existing session only, and without waiting for a busy site. The
 * rows are kept until the run is released.
 */
export const checkRequest = request('wikijql/check', checkParamsSchema, checkResultSchema);

const identitiesSchema = dictionary(rowIdentitiesSchema);
export type Identities = v.InferOutput<typeof identitiesSchema>;

/** The identities of the rows of a run, by the ids of its tables. */
export const identitiesRequest = request('wikijql/identities', runReferenceSchema, identitiesSchema);
