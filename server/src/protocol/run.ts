/** The queries of a document, and running them. */
import * as v from 'valibot';
import { chartSchema, groupingSchema } from './grouping.ts';
import { comparisonSchema } from './table-comparison.ts';
import { noticeSchema, positionSchema, rangeSchema } from './notice.ts';
import { accepts, count, dictionary, list, notification, object, optional, request } from './schema.ts';
import { siteSchema } from './sites.ts';

// ── Where the cursor is ──────────────────────────────────────────────────────────────

export const placeSchema = object({ uri: v.string(), position: positionSchema });
export type DocumentPosition = v.InferOutput<typeof placeSchema>;

const contextResultSchema = object({
  /** The index of the query in the file; -1 = no query here. */
  query: v.pipe(v.number(), v.integer()),
  title: v.string(),
  range: rangeSchema,
  /** The name that the query, the file or the settings give; empty = none. */
  siteName: v.string(),
  siteFrom: v.picklist(['query', 'file', 'default', 'none']),
  /** Absent when no such site is configured. */
  site: optional(siteSchema),
  /** Why the query cannot run, as a sentence; absent = nothing is known against it. */
  refusal: optional(v.string()),
});
export type ContextResult = v.InferOutput<typeof contextResultSchema>;

/** The query at a position and its site; `null` where the document is unknown. */
export const contextRequest = request('wikijql/context', placeSchema, v.nullable(contextResultSchema));

/** A query that can be run. */
const queryReferenceSchema = object({
  title: v.string(),
  /** Its `@name`; absent = it has none. */
  name: optional(v.string()),
  /** Something is expected of its result. */
  isExpected: optional(v.literal(true)),
  /** A position inside the query, as `runRequest` takes it, is `range.start`. */
  range: rangeSchema,
  /** The seconds between its runs in the background, by `@watch`; absent = it is not to be watched. */
  watch: optional(count),
});
export type QueryReference = v.InferOutput<typeof queryReferenceSchema>;

/** The queries of a document in its order; `[]` = none, or an unknown document. */
export const queriesRequest = request(
  'wikijql/queries',
  object({ uri: v.string() }),
  list(queryReferenceSchema),
);

// ── Tables ───────────────────────────────────────────────────────────────────────────

/**
 * How a value is shown; inferred from the response. `id` is a number that is shown ungrouped
 * (a page, a revision), `size` a number of bytes, `issue` the key of an issue that can be opened,
 * `json` holds anything nested.
 */
export const columnTypeSchema = v.picklist([
  'text',
  'id',
  'number',
  'size',
  'date',
  'boolean',
  'namespace',
  'page',
  'user',
  'issue',
  'link',
  'html',
  'json',
]);
export type ColumnType = v.InferOutput<typeof columnTypeSchema>;

export const columnSchema = object({
  key: v.string(),
  title: v.string(),
  type: columnTypeSchema,
  /** Not shown at first: `@columns` of the query names others. */
  hidden: optional(v.boolean()),
});
export type Column = v.InferOutput<typeof columnSchema>;

/** One table of a result: the rows of a list module, the pages of the prop modules, a part of a meta module. */
export const tableHeaderSchema = object({
  /** Stable within a run: the module, or module and part. */
  id: v.string(),
  title: v.string(),
  columns: list(columnSchema),
  /** How its rows are grouped at first: `@group` of the query. */
  group: optional(groupingSchema),
  /** The table compares two others. */
  comparison: optional(comparisonSchema),
  /** It is drawn at first: `@view chart` of the query. */
  chart: optional(chartSchema),
});
export type TableHeader = v.InferOutput<typeof tableHeaderSchema>;
export const isTableHeader = accepts(tableHeaderSchema);

// ── Running ──────────────────────────────────────────────────────────────────────────

export const runReference = { run: v.string() };
const runReferenceSchema = object(runReference);
export type RunReference = v.InferOutput<typeof runReferenceSchema>;

/** Why a run pauses before its next request, and for how long from now. */
export const waitSchema = object({
  reason: v.picklist(['lag', 'throttled', 'retry']),
  seconds: v.pipe(v.number(), v.finite()),
});

/** What is known of a run, finished or not. */
const runHead = {
  ...runReference,
  title: v.string(),
  /** Absent when no site was configured. */
  site: optional(siteSchema),
  /** The names of all sites where it runs; absent = only one. */
  sites: optional(list(v.string())),
  /** Where a page title opens in a browser, with `$1` for the title; absent while unknown. */
  pageUrl: optional(v.string()),
};

/** What a run has counted. */
export const runCounts = {
  requests: count,
  rows: count,
  /** Rows that the query has in all, shown or not, where the site reports it, as a tracker does. */
  total: optional(count),
};

/** What is known of a run whose values are the rows of another query. */
export const chainProgress = {
  /** The query that runs first, with its rows so far; absent = it has run. */
  source: optional(object({ query: v.string(), rows: count })),
  /** How many requests the run takes at least, with those of the other query. */
  planned: optional(count),
};

const progressSchema = object({ ...runHead, ...runCounts, ...chainProgress, wait: optional(waitSchema) });
export type Progress = v.InferOutput<typeof progressSchema>;

/** Sent when a run starts (so that the panel can name the site), after each response, and when it begins to wait. */
export const progressNotification = notification('wikijql/progress', progressSchema);

/**
 * `complete`: all rows. `more`: the limit was reached, there is more. `incomplete`: stopped by the user or by a
 * failure, what is shown is not all that was asked. `failed`: nothing was shown.
 */
export const runStatusSchema = v.picklist(['complete', 'more', 'incomplete', 'failed']);
export type RunStatus = v.InferOutput<typeof runStatusSchema>;

/** How a run ended. */
export const runEnd = {
  status: runStatusSchema,
  milliseconds: v.pipe(v.number(), v.finite()),
  /** Of the responses, decompressed. */
  bytes: optional(count),
  /** The seconds in which the run waited because the site was busy or asked for it. */
  waited: optional(count),
  notices: list(noticeSchema),
  /** It was interrupted: a request for more rows goes on where it stopped. */
  continues: optional(v.boolean()),
  /** The seconds that a busy site asked to be left alone; only a run in the background ends with it. */
  retryAfter: optional(count),
};

export const runResultSchema = object({
  ...runHead,
  ...runCounts,
  ...runEnd,
  /** What may be remembered of the query: nothing in it is the value of a sensitive parameter. Absent = it was not sent. */
  asked: optional(object({ title: v.string(), query: v.string() })),
  /** The query's `@view`; absent = none. */
  view: optional(v.picklist(['table', 'json'])),
});
export type RunResult = v.InferOutput<typeof runResultSchema>;

const runParamsSchema = object({
  /** Chosen by the client, new for every run: rows may arrive before the response. */
  ...runReference,
  uri: v.string(),
  position: positionSchema,
  /** The name of the site to run at; default: the query's own. */
  site: optional(v.string()),
  /** The answers to its prompts, by name: a text for each item. */
  answers: optional(dictionary(list(v.string()))),
});
export type RunParams = v.InferOutput<typeof runParamsSchema>;
export const runRequest = request('wikijql/run', runParamsSchema, runResultSchema);

const moreParamsSchema = object({
  ...runReference,
  /** Rows to add. */
  limit: count,
});
export type MoreParams = v.InferOutput<typeof moreParamsSchema>;
export const moreRequest = request('wikijql/more', moreParamsSchema, runResultSchema);

const rawResultSchema = object({ text: v.string() });
export type RawResult = v.InferOutput<typeof rawResultSchema>;

/** The response as it came, merged over continuation, indented JSON; `null` = not kept any more. */
export const rawRequest = request('wikijql/raw', runReferenceSchema, v.nullable(rawResultSchema));

/** The client closed the panel: forget the run. */
export const releaseNotification = notification('wikijql/release', runReferenceSchema);

// ── Without running ──────────────────────────────────────────────────────────────────

/** The query as an address and as the site's own page for queries shows it; no token and no secret in it. */
const queryUrlResultSchema = object({
  url: v.string(),
  sandboxUrl: optional(v.string()),
  method: v.picklist(['GET', 'POST']),
  /**
   * The text that the site is sent: comments stripped, variables expanded. Only a tracker takes one; absent also where a
   * variable has no value.
   */
  query: optional(v.string()),
});
export type QueryUrlResult = v.InferOutput<typeof queryUrlResultSchema>;

/** `null` = there is no query, or it has no site. */
export const queryUrlRequest = request('wikijql/request', placeSchema, v.nullable(queryUrlResultSchema));
