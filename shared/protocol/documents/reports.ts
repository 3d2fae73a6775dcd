/** Reports: Markdown files whose queries run, and whose results are written below them. */
import * as v from 'valibot';
import { noticeSchema, positionSchema } from '../notice.ts';
import { runResultSchema } from '../run.ts';
import { count, list, notification, object, optional, request } from '../schema.ts';

const messageSchema = object({
  /** Counted from 1. */
  line: count,
  severity: noticeSchema.entries.severity,
  message: v.string(),
});

const refreshParamsSchema = object({
  uri: v.string(),
  /** The text of the file in the editor, saved or not. */
  text: v.string(),
  /** The file name without its folder, which the names and marks of its charts contain. */
  file: v.string(),
});
export type RefreshReportParams = v.InferOutput<typeof refreshParamsSchema>;

const refreshResultSchema = object({
  /** The changes of the text, by offsets. */
  edits: list(object({ start: count, end: count, newText: v.string() })),
  /** The charts of the report, changed or not, to be stored beside it. */
  charts: list(object({ name: v.string(), svg: v.string() })),
  /** How many fences have results. */
  results: count,
  /** Why nothing is refreshed; empty = the report is refreshed. */
  failures: list(messageSchema),
  /** The expectations that are not met. They do not prevent the refresh. */
  unexpected: list(messageSchema),
  /** The queries that ran, for the history, each with its place; their rows are no longer stored. */
  runs: list(object({ position: positionSchema, result: runResultSchema })),
  /** The query that failed. */
  query: optional(v.string()),
  cancelled: optional(v.literal(true)),
});
export type RefreshReportResult = v.InferOutput<typeof refreshResultSchema>;

/** Runs all queries of a report. The client writes the result. */
export const refreshReportRequest = request(
  'wikijql/refreshReport',
  refreshParamsSchema,
  refreshResultSchema,
);

const reportProgressSchema = object({
  uri: v.string(),
  /** The title of the query that runs. */
  query: v.string(),
  /** Counted from 0. */
  index: count,
  count,
});

/** Sent before each query of a report runs. */
export const reportProgressNotification = notification('wikijql/reportProgress', reportProgressSchema);
