/** Queries with expectations, and the verdicts on them. */
import * as v from 'valibot';
import { rangeSchema } from '../notice.ts';
import { placeSchema, runReference, runResultSchema } from '../run.ts';
import { count, list, notification, object, optional, request } from '../schema.ts';

// ── Which queries there are ──────────────────────────────────────────────────────────

const expectedQuerySchema = object({
  /** Its title, its `@name`, or the first line of its body. */
  title: v.string(),
  /** A position inside the query, as `judgeRequest` takes it, is `range.start`. */
  range: rangeSchema,
  /** The expectations as they are written. */
  expectations: list(v.string()),
  /** Another one after each change of the query or of the file's header. */
  edition: v.string(),
});
export type ExpectedQuery = v.InferOutput<typeof expectedQuerySchema>;

const expectedFileSchema = object({
  uri: v.string(),
  /** `[]` = the file has none, or is gone. */
  queries: list(expectedQuerySchema),
});
export type ExpectedFile = v.InferOutput<typeof expectedFileSchema>;

/** The files of the workspace with expectations: as they are open, else as they are stored. */
export const expectedRequest = request('wikijql/expected', object({}), list(expectedFileSchema));

/** Sent when the queries with expectations of a file are found, have changed, or are gone. */
export const expectedNotification = notification('wikijql/expectedChanged', expectedFileSchema);

// ── Judging ──────────────────────────────────────────────────────────────────────────

const offendingRowSchema = object({
  /** What tells it apart: a key or a title. */
  name: v.string(),
  /** What it has in the column in question; empty = nothing. */
  value: v.string(),
  /** Where it opens in a browser; absent = nowhere. */
  url: optional(v.string()),
  /** The key of an issue. */
  issue: optional(v.string()),
});
export type OffendingRowResult = v.InferOutput<typeof offendingRowSchema>;

const verdictSchema = object({
  /** The expectation as it is written. */
  text: v.string(),
  isPassed: v.boolean(),
  /** Why, as a sentence. */
  message: v.string(),
  range: rangeSchema,
  /** The first rows that are not as expected. */
  rows: list(offendingRowSchema),
  /** How many such rows there are besides. */
  others: count,
});
export type VerdictResult = v.InferOutput<typeof verdictSchema>;

const judgeParamsSchema = object({
  ...runReference,
  ...placeSchema.entries,
  /** Nobody waits for it: it never signs in, and ends where a site is busy. */
  isBackground: optional(v.boolean()),
});
export type JudgeParams = v.InferOutput<typeof judgeParamsSchema>;

const judgeResultSchema = object({ result: runResultSchema, verdicts: list(verdictSchema) });
export type JudgeResult = v.InferOutput<typeof judgeResultSchema>;

/** Runs a query and judges what is expected of it. Its rows are not kept. */
export const judgeRequest = request('wikijql/judge', judgeParamsSchema, judgeResultSchema);
