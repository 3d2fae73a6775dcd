/** Reports: Markdown files whose queries are run, and whose results are written below them. */
import * as v from 'valibot';
import { noticeSchema } from '../notice.ts';
import { count, dictionary, list, notification, object, optional, request } from '../schema.ts';

const messageSchema = object({
  /** From 1. */
  line: count,
  severity: noticeSchema.entries.severity,
  message: v.string(),
});

const refreshParamsSchema = object({
  uri: v.string(),
  /** The file as the editor has it, saved or not. */
  text: v.string(),
  /** Its name without its folder: what its charts are named after, and marked with. */
  file: v.string(),
  /** The answers to the prompts of its queries, by name. */
  answers: optional(dictionary(list(v.string()))),
});
export type RefreshReportParams = v.InferOutput<typeof refreshParamsSchema>;

const refreshResultSchema = object({
  /** What changes in the text, by offsets. */
  edits: list(object({ start: count, end: count, newText: v.string() })),
  /** The charts of the report, changed or not: files beside it. */
  charts: list(object({ name: v.string(), svg: v.string() })),
  /** How many fences have results. */
  results: count,
  /** Why nothing is refreshed; empty = it is. */
  failures: list(messageSchema),
  /** What is not as its queries expect; it is refreshed all the same. */
  unexpected: list(messageSchema),
  /** The query that failed. */
  query: optional(v.string()),
  cancelled: optional(v.literal(true)),
});
export type RefreshReportResult = v.InferOutput<typeof refreshResultSchema>;

/** Runs all queries of a report. Nothing is written: the client does that. */
export const refreshReportRequest = request(
  'wikijql/refreshReport',
  refreshParamsSchema,
  refreshResultSchema,
);

const reportProgressSchema = object({
  uri: v.string(),
  /** What the query that runs is called. */
  query: v.string(),
  /** From 0. */
  index: count,
  count,
});

/** Before each of its queries runs. */
export const reportProgressNotification = notification('wikijql/reportProgress', reportProgressSchema);
