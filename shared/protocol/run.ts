/** The queries of a document, and running them. */
import * as v from 'valibot';
import { chartSchema, groupingSchema } from './grouping.ts';
import { comparisonSchema } from './table-comparison.ts';
import { noticeSchema, type Position, positionSchema, rangeSchema } from './notice.ts';
import { accepts, count, dictionary, list, notification, object, optional, request } from './schema.ts';
import { siteSchema } from './sites.ts';

// ── The query at a position ──────────────────────────────────────────────────────────

export const placeSchema = object({ uri: v.string(), position: positionSchema });
export type DocumentPosition = v.InferOutput<typeof placeSchema>;

const contextResultSchema = object({
  /** The index of the query in the file; -1 = no query at the position. */
  query: v.pipe(v.number(), v.integer()),
  title: v.string(),
  range: rangeSchema,
  /** The site's name from the query, the file, the query's address or the settings; empty = none. */
  siteName: v.string(),
  siteFrom: v.picklist(['query', 'file', 'address', 'default', 'none']),
  /** Absent = no such site is configured. */
  site: optional(siteSchema),
  /** Why the query cannot run, as a sentence; absent = no known reason. */
  refusal: optional(v.string()),
});
export type ContextResult = v.InferOutput<typeof contextResultSchema>;

/** The query at a position and its site; `null` = the document is unknown. */
export const contextRequest = request('wikijql/context', placeSchema, v.nullable(contextResultSchema));

/** A query that can be run. */
const queryReferenceSchema = object({
  title: v.string(),
  /** Its `@name`; absent = none. */
  name: optional(v.string()),
  /** The query has expectations. */
  isExpected: optional(v.literal(true)),
  /** `range.start` is a position inside the query, as `runRequest` accepts it. */
  range: rangeSchema,
  /** The seconds between its runs in the background, from `@watch`; absent = the query is not watched. */
  watch: optional(count),
});
export type QueryReference = v.InferOutput<typeof queryReferenceSchema>;

/** The queries of a document in their order; `[]` = none, or an unknown document. */
export const queriesRequest = request(
  'wikijql/queries',
  object({ uri: v.string() }),
  list(queryReferenceSchema),
);

/** The position of the query with that title, if only one has it; else the old position. */
export function positionNow(
  queries: readonly QueryReference[],
  { title, position }: { readonly title: string; readonly position: Position },
): Position {
  const [same, ...others] = queries.filter(query => query.title !== '' && query.title === title);
  return same && others.length === 0 ? same.range.start : position;
}

// ── Tables ───────────────────────────────────────────────────────────────────────────

/**
 * The type of a column, which decides how its values are shown; inferred from the response. `id` is a number that is
 * shown without grouping (a page, a revision), `size` a number of bytes, `issue` the key of an issue that can be
 * opened, `json` any nested value.
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
  /** Hidden at first, because `@columns` of the query names other columns. */
  hidden: optional(v.boolean()),
});
export type Column = v.InferOutput<typeof columnSchema>;

/** One table of a result: the rows of a list module, the pages of the prop modules, a part of a meta module. */
export const tableHeaderSchema = object({
  /** Stable within a run: the name of the module, or of the module and the part. */
  id: v.string(),
  title: v.string(),
  columns: list(columnSchema),
  /** Present if the table is not what the query asks for: redirects, normalized titles, facts about the site. */
  aside: optional(v.literal(true)),
  /** The grouping at first, from `@group` of the query. */
  group: optional(groupingSchema),
  /** Present if the table compares two others. */
  comparison: optional(comparisonSchema),
  /** The chart that is shown at first, from `@view chart` of the query. */
  chart: optional(chartSchema),
  /** Present if the query itself says in which order the rows are. */
  ordered: optional(v.literal(true)),
  /** The indices of the rows that a watch found since the user last looked. */
  newRows: optional(list(count)),
});
export type TableHeader = v.InferOutput<typeof tableHeaderSchema>;
export const isTableHeader = accepts(tableHeaderSchema);

// ── Running ──────────────────────────────────────────────────────────────────────────

export const runReference = { run: v.string() };
export const runReferenceSchema = object(runReference);
export type RunReference = v.InferOutput<typeof runReferenceSchema>;

/** The reason why a run pauses before its next request, and for how long from now. */
export const waitSchema = object({
  reason: v.picklist(['lag', 'throttled', 'retry']),
  seconds: v.pipe(v.number(), v.finite()),
});

/** The description of a run, finished or not. */
const runHead = {
  ...runReference,
  title: v.string(),
  /** Absent = no site is configured. */
  site: optional(siteSchema),
  /** The names of all sites of the run; absent = only one. */
  sites: optional(list(v.string())),
  /** The pattern of the addresses of pages, with `$1` for the title; absent = unknown. */
  pageUrl: optional(v.string()),
};

/** The counts of a run. */
export const runCounts = {
  requests: count,
  rows: count,
  /** The number of all rows of the query, fetched or not, if the site reports it, as trackers do. */
  total: optional(count),
  /** The estimated number of all rows, where the site only estimates it. */
  estimatedTotal: optional(count),
};

/** The progress of a run whose values are the rows of another query. */
export const chainProgress = {
  /** The query that runs first, with its rows so far; absent = it has finished. */
  source: optional(object({ query: v.string(), rows: count })),
  /** The minimum number of requests of the run, with those of the other query. */
  planned: optional(count),
};

const progressSchema = object({ ...runHead, ...runCounts, ...chainProgress, wait: optional(waitSchema) });
export type Progress = v.InferOutput<typeof progressSchema>;

/** Sent when a run starts (so that the panel can name the site), after each response, and when it begins to wait. */
export const progressNotification = notification('wikijql/progress', progressSchema);

/**
 * `complete`: all rows were fetched. `more`: the limit was reached, and there are more rows. `incomplete`: the run
 * was stopped by the user or by a failure after some rows. `failed`: no rows were fetched.
 */
export const runStatusSchema = v.picklist(['complete', 'more', 'incomplete', 'failed']);
export type RunStatus = v.InferOutput<typeof runStatusSchema>;

/** The outcome of a run. */
export const runEnd = {
  status: runStatusSchema,
  milliseconds: v.pipe(v.number(), v.finite()),
  /** The size of all responses, decompressed. */
  bytes: optional(count),
  /** The seconds that the run waited because the site was busy or asked it to wait. */
  waited: optional(count),
  notices: list(noticeSchema),
  /** The number of rows that a request for more adds: as many as the query asks for; absent = there are no more. */
  step: optional(count),
  /** The run was interrupted, and a request for more rows continues it. */
  continues: optional(v.boolean()),
  /** The seconds that a busy site asked to wait; only a run in the background ends with it. */
  retryAfter: optional(count),
};

export const runResultSchema = object({
  ...runHead,
  ...runCounts,
  ...runEnd,
  /**
   * The title and text of the query for the history, without the values of sensitive parameters. Absent = the query
   * was not sent.
   */
  asked: optional(object({ title: v.string(), query: v.string() })),
  /**
   * Nothing was sent, and there is nothing to show but a message: the user gave no answer to a prompt, or the only notice says
   * what is missing outside of the query. `missingSite`: the name of the site that is not configured, '' = none is named.
   */
  notBegun: optional(
    object({ reason: v.picklist(['declined', 'refused']), missingSite: optional(v.string()) }),
  ),
  /** The query's `@view`; absent = none. */
  view: optional(v.picklist(['table', 'json'])),
});
export type RunResult = v.InferOutput<typeof runResultSchema>;

const runParamsSchema = object({
  /** Chosen by the client, new for every run, because rows can arrive before the response. */
  ...runReference,
  uri: v.string(),
  position: positionSchema,
  /** The name of the site to run at; default: the query's own. */
  site: optional(v.string()),
  /** The answers to its prompts that are known, by name: a text for each item. The server asks for the others. */
  answers: optional(dictionary(list(v.string()))),
});
export type RunParams = v.InferOutput<typeof runParamsSchema>;

/** Runs the query at a position: all that happens before and while it runs is asked and reported by the server. */
export const runRequest = request('wikijql/run', runParamsSchema, runResultSchema);

/** Fetches more rows of a run, or continues it where it was interrupted. */
export const moreRequest = request('wikijql/more', runReferenceSchema, runResultSchema);

const rawResultSchema = object({ text: v.string() });
export type RawResult = v.InferOutput<typeof rawResultSchema>;

/** The responses merged over continuation, as indented JSON; `null` = no longer stored. */
export const rawRequest = request('wikijql/raw', runReferenceSchema, v.nullable(rawResultSchema));

/** Sent when the client closed the panel: the server deletes the run. */
export const releaseNotification = notification('wikijql/release', runReferenceSchema);

// ── Addresses of queries ─────────────────────────────────────────────────────────────

/** The address of a query's request, and of the site's own page for such queries; without tokens and secrets. */
const queryUrlResultSchema = object({
  url: v.string(),
  sandboxUrl: optional(v.string()),
  method: v.picklist(['GET', 'POST']),
  /**
   * The query as the site receives it, without comments and with its variables expanded. Only trackers have it;
   * absent also if a variable has no value.
   */
  query: optional(v.string()),
});
export type QueryUrlResult = v.InferOutput<typeof queryUrlResultSchema>;

/** The addresses of the query at a position; `null` = no query, or no site for it. */
export const queryUrlRequest = request('wikijql/request', placeSchema, v.nullable(queryUrlResultSchema));
