/** Queries with expectations, and the verdicts on them. */
import * as v from 'valibot';
import { rangeSchema } from '../notice.ts';
import { placeSchema, runReference, runResultSchema } from '../run.ts';
import { count, list, notification, object, optional, request } from '../schema.ts';

// ── Finding queries with expectations ────────────────────────────────────────────────

const expectedQuerySchema = object({
  /** Its title, its `@name`, or the first line of its body. */
  title: v.string(),
  /** `range.start` is a position inside the query, as `judgeRequest` accepts it. */
  range: rangeSchema,
  /** The expectations as they are written. */
  expectations: list(v.string()),
  /** Changes with each edit of the query or of the file's header. */
  edition: v.string(),
});
export type ExpectedQuery = v.InferOutput<typeof expectedQuerySchema>;

const expectedFileSchema = object({
  uri: v.string(),
  /** `[]` = the file has no expectations, or was deleted. */
  queries: list(expectedQuerySchema),
});
export type ExpectedFile = v.InferOutput<typeof expectedFileSchema>;

/** The files of the workspace with expectations: their open text, else their stored text. */
export const expectedRequest = request('wikijql/expected', object({}), list(expectedFileSchema));

/** Sent when the queries with expectations of a file are found, have changed, or are gone. */
export const expectedNotification = notification('wikijql/expectedChanged', expectedFileSchema);

// ── Evaluating expectations ──────────────────────────────────────────────────────────

const offendingRowSchema = object({
  /** The key or the title of the row. */
  name: v.string(),
  /** The value in the column of the expectation; empty = none. */
  value: v.string(),
  /** The address of the row's page for a browser; absent = none. */
  url: optional(v.string()),
  /** The key of the issue, if the row is one. */
  issue: optional(v.string()),
});
export type OffendingRowResult = v.InferOutput<typeof offendingRowSchema>;

const verdictSchema = object({
  /** The expectation as it is written. */
  text: v.string(),
  isPassed: v.boolean(),
  /** The reason, as a sentence. */
  message: v.string(),
  range: rangeSchema,
  /** The first rows that do not meet the expectation. */
  rows: list(offendingRowSchema),
  /** How many more such rows there are. */
  others: count,
});
export type VerdictResult = v.InferOutput<typeof verdictSchema>;

const judgeParamsSchema = object({
  ...runReference,
  ...placeSchema.entries,
  /** A run in the background: it never signs in, and ends if a site is busy. */
  isBackground: optional(v.boolean()),
});
export type JudgeParams = v.InferOutput<typeof judgeParamsSchema>;

const judgeResultSchema = object({ result: runResultSchema, verdicts: list(verdictSchema) });
export type JudgeResult = v.InferOutput<typeof judgeResultSchema>;

/** Runs a query and evaluates its expectations. Its rows are not kept. */
export const judgeRequest = request('wikijql/judge', judgeParamsSchema, judgeResultSchema);
