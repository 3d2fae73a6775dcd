/** The rows of a result. They stay in the store of the network thread: a client asks for the part that it shows. */
import * as v from 'valibot';
import { groupingSchema, membershipSchema, rowGroupingSchema } from './grouping.ts';
import { jsonSchema, rowSchema } from './json.ts';
import { columnSchema, tableHeaderSchema } from './run.ts';
import { count, dictionary, list, notification, object, optional, request } from './schema.ts';

/** A table of a run, and how many rows of it have arrived. */
export const tableState = {
  run: v.string(),
  table: tableHeaderSchema,
  rows: count,
  /** Rows that had arrived before are different now, as when a batch of pages is complete. */
  changed: v.boolean(),
};
const tableStateSchema = object(tableState);
export type TableState = v.InferOutput<typeof tableStateSchema>;

/** Sent after the responses that brought rows to a table, with the columns that it has by then. */
export const tableNotification = notification('wikijql/table', tableStateSchema);

// ── Windows ──────────────────────────────────────────────────────────────────────────

/** Columns by key, the most significant one first; rows that are equal in all of them keep their order. */
export const sortSchema = list(object({ column: v.string(), descending: v.boolean() }));

/** The rows of a table that are shown, and their order. */
export const viewSchema = object({
  sort: sortSchema,
  /** Some cell of a row contains it; empty = no condition. */
  search: v.string(),
  /** What is typed into a column's filter, by column key. */
  filters: dictionary(v.string()),
  /** Only rows of these groups. */
  of: optional(list(membershipSchema)),
  /** Groups are shown instead of rows: `sort`, `search` and `filters` are about them. */
  group: optional(rowGroupingSchema),
});
export type View = v.InferOutput<typeof viewSchema>;

const tableReference = { run: v.string(), table: v.string() };

/** Maximum rows of a window. */
export const longestWindow = 1000;

export const windowParams = {
  ...tableReference,
  view: viewSchema,
  /** In the order of the view. */
  offset: count,
  count: v.pipe(count, v.maxValue(longestWindow)),
};
const windowParamsSchema = object(windowParams);
export type WindowParams = v.InferOutput<typeof windowParamsSchema>;

const windowRowSchema = object({
  /** Its place in the table, from 0, whatever the view; of a group, its place among all groups. */
  row: count,
  cells: rowSchema,
  /** The keys of values that are longer than a window takes: `cells` has their beginnings. */
  cut: optional(list(v.string())),
});
export type WindowRow = v.InferOutput<typeof windowRowSchema>;

const groupsSchema = object({
  /** What the rows are grouped by, and what is computed, as far as the table has the columns. */
  grouping: groupingSchema,
  /** One for each part of the grouping, in its order. */
  columns: list(columnSchema),
  /** How many groups there are, shown or not. */
  count,
  /** What was computed of all rows in the groups that are shown, each row counted once; by column key. */
  totals: rowSchema,
  /** Some row has a list, and so may be in several groups. */
  overlap: v.boolean(),
  /** Rows with lists in several columns would be in too many groups, so no groups are made. */
  tooMany: optional(v.boolean()),
});
export type Groups = v.InferOutput<typeof groupsSchema>;

export const windowResult = {
  rows: list(windowRowSchema),
  /** The rows of the view, or its groups. */
  shown: count,
  /** The rows of the table. */
  total: count,
  /** Where the rows are groups. */
  groups: optional(groupsSchema),
};
const windowResultSchema = object(windowResult);
export type WindowResult = v.InferOutput<typeof windowResultSchema>;

/** `null` = the run is forgotten, or has no such table. */
export const windowRequest = request('wikijql/window', windowParamsSchema, v.nullable(windowResultSchema));

export const cellParams = {
  ...tableReference,
  row: count,
  column: v.string(),
  /** The view whose groups the row is one of; absent = it is a row of the table. */
  view: optional(viewSchema),
};
const cellParamsSchema = object(cellParams);
export type CellParams = v.InferOutput<typeof cellParamsSchema>;

/** A value whole; absent = an empty cell. */
const cellResultSchema = object({ value: optional(jsonSchema) });
export type CellResult = v.InferOutput<typeof cellResultSchema>;
export const cellRequest = request('wikijql/cell', cellParamsSchema, v.nullable(cellResultSchema));

/** Cells of a part of a view. */
export const statisticsParams = {
  ...tableReference,
  view: viewSchema,
  /** The keys of the columns. */
  columns: list(v.string()),
  offset: count,
  count,
};
const statisticsParamsSchema = object(statisticsParams);
export type StatisticsParams = v.InferOutput<typeof statisticsParamsSchema>;

const finite = v.pipe(v.number(), v.finite());
export const statisticsSchema = object({
  /** How many cells are not empty. */
  filled: count,
  /** Of the cells with numbers in columns of numbers and sizes; absent = none. */
  numbers: optional(object({ count, sum: finite, min: finite, max: finite })),
});
export type Statistics = v.InferOutput<typeof statisticsSchema>;
export const statisticsRequest = request(
  'wikijql/statistics',
  statisticsParamsSchema,
  v.nullable(statisticsSchema),
);

// ── Extracts ─────────────────────────────────────────────────────────────────────────

const extract = {
  ...tableReference,
  view: viewSchema,
  /** The keys of the columns, in their order. */
  columns: list(v.string()),
};

export const copyFormatSchema = v.picklist(['tsv', 'markdown', 'json']);
export type CopyFormat = v.InferOutput<typeof copyFormatSchema>;

/** A part of a view as text. */
export const copyParams = {
  ...extract,
  offset: count,
  /** Absent = all that follow. */
  count: optional(count),
  format: copyFormatSchema,
  /** The first line names the columns; JSON always names them. */
  titles: v.boolean(),
};
const copyParamsSchema = object(copyParams);
export type CopyParams = v.InferOutput<typeof copyParamsSchema>;

/** The text; `tooLong` = it has more characters than a clipboard takes. */
const copyResultSchema = v.union([object({ text: v.string() }), object({ tooLong: v.literal(true) })]);
export type CopyResult = v.InferOutput<typeof copyResultSchema>;
export const copyRequest = request('wikijql/copy', copyParamsSchema, v.nullable(copyResultSchema));

export const exportFormatSchema = v.picklist([
  'csv',
  'tsv',
  'json',
  'ndjson',
  'markdown',
  'html',
  'wikitext',
  'sqlite',
]);
export type ExportFormat = v.InferOutput<typeof exportFormatSchema>;

export const exportParams = { ...extract, format: exportFormatSchema };
const exportParamsSchema = object({
  ...exportParams,
  /** The path of the file to write; it is replaced once all is written. */
  file: v.string(),
});
export type ExportParams = v.InferOutput<typeof exportParamsSchema>;

const exportResultSchema = v.union([
  object({ rows: count }),
  /** Why nothing was written, as a sentence. */
  object({ problem: v.string() }),
]);
export type ExportResult = v.InferOutput<typeof exportResultSchema>;

/** All rows of a view in a file; `null` = the run is forgotten, or has no such table. */
export const exportRequest = request('wikijql/export', exportParamsSchema, v.nullable(exportResultSchema));

const exportProgressSchema = object({ file: v.string(), rows: count, total: count });
export type ExportProgress = v.InferOutput<typeof exportProgressSchema>;
export const exportProgressNotification = notification('wikijql/exportProgress', exportProgressSchema);

// ── The session ──────────────────────────────────────────────────────────────────────

/** The window closes: the results of its session are removed at the shutdown that follows, and not only given back. */
export const sessionEndNotification = notification('wikijql/sessionEnd', object({}));
