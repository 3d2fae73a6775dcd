/** The rows of a result. They stay in the store of the network thread: a client asks for the rows that it shows. */
import * as v from 'valibot';
import { groupingSchema, membershipSchema, rowGroupingSchema } from './grouping.ts';
import { jsonSchema, rowSchema } from './json.ts';
import { columnSchema, tableHeaderSchema } from './run.ts';
import { ranQuerySchema } from './snapshots.ts';
import { count, dictionary, list, notification, object, optional, request } from './schema.ts';

/** A table of a run, and the number of its rows so far. */
export const tableState = {
  run: v.string(),
  table: tableHeaderSchema,
  rows: count,
  /** Earlier rows have changed, as when a batch of pages is complete. */
  changed: v.boolean(),
};
const tableStateSchema = object(tableState);
export type TableState = v.InferOutput<typeof tableStateSchema>;

/** Sent after responses with rows of a table, with the columns of the table so far. */
export const tableNotification = notification('wikijql/table', tableStateSchema);

// ── Windows ──────────────────────────────────────────────────────────────────────────

/** Sort keys: columns by key, the most significant one first. Rows that are equal in all of them keep their order. */
export const sortSchema = list(object({ column: v.string(), descending: v.boolean() }));

/** Combines several conditions in the filter of a column. */
export const filterConjunction = ' && ';

/** The selection and order of the rows of a table that are shown. */
export const viewSchema = object({
  sort: sortSchema,
  /** Text that some cell of a row contains; empty = no condition. */
  search: v.string(),
  /** The conditions of columns as they are typed, by column key. */
  filters: dictionary(v.string()),
  /** Only rows of these groups. */
  of: optional(list(membershipSchema)),
  /** Groups are shown instead of rows: `sort`, `search` and `filters` apply to the groups. */
  group: optional(rowGroupingSchema),
});
export type View = v.InferOutput<typeof viewSchema>;

const tableReference = { run: v.string(), table: v.string() };

/** Maximum rows of a window. */
export const maxWindowRows = 1000;

export const windowParams = {
  ...tableReference,
  view: viewSchema,
  /** The index of the first row in the view. */
  offset: count,
  count: v.pipe(count, v.maxValue(maxWindowRows)),
};
const windowParamsSchema = object(windowParams);
export type WindowParams = v.InferOutput<typeof windowParamsSchema>;

const windowRowSchema = object({
  /** The index of the row in the table, from 0, independent of the view; of a group, its index among all groups. */
  row: count,
  cells: rowSchema,
  /** The keys of values that are longer than a window allows: `cells` has their beginnings. */
  cut: optional(list(v.string())),
});
export type WindowRow = v.InferOutput<typeof windowRowSchema>;

const groupsSchema = object({
  /** The grouping, without the parts whose columns the table lacks. */
  grouping: groupingSchema,
  /** The columns of the groups: one for each part of the grouping, in its order. */
  columns: list(columnSchema),
  /** The number of groups, shown or not. */
  count,
  /** The aggregates of all rows in the groups that are shown, each row counted once; by column key. */
  totals: rowSchema,
  /** A row with a list may be in several groups. */
  overlap: v.boolean(),
  /** No groups are made, because rows with lists in several columns would be in too many groups. */
  tooMany: optional(v.boolean()),
});
export type Groups = v.InferOutput<typeof groupsSchema>;

export const windowResult = {
  rows: list(windowRowSchema),
  /** The number of rows or groups in the view. */
  shown: count,
  /** The number of rows in the table. */
  total: count,
  /** Present if the rows are groups. */
  groups: optional(groupsSchema),
};
const windowResultSchema = object(windowResult);
export type WindowResult = v.InferOutput<typeof windowResultSchema>;

/** The rows of a window; `null` = the run is no longer stored, or has no such table. */
export const windowRequest = request('wikijql/window', windowParamsSchema, v.nullable(windowResultSchema));

export const cellParams = {
  ...tableReference,
  row: count,
  column: v.string(),
  /** The view whose group the row is; absent = it is a row of the table. */
  view: optional(viewSchema),
};
const cellParamsSchema = object(cellParams);
export type CellParams = v.InferOutput<typeof cellParamsSchema>;

/** The whole value of a cell; absent = an empty cell. */
const cellResultSchema = object({ value: optional(jsonSchema) });
export type CellResult = v.InferOutput<typeof cellResultSchema>;
export const cellRequest = request('wikijql/cell', cellParamsSchema, v.nullable(cellResultSchema));

/** A range of cells of a view. */
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
  /** The number of cells that are not empty. */
  filled: count,
  /** Aggregates of the cells in columns of numbers and sizes; absent = no such cells. */
  numbers: optional(object({ count, sum: finite, min: finite, max: finite })),
});
export type Statistics = v.InferOutput<typeof statisticsSchema>;
export const statisticsRequest = request(
  'wikijql/statistics',
  statisticsParamsSchema,
  v.nullable(statisticsSchema),
);

// ── Copying and exporting ────────────────────────────────────────────────────────────

const extract = {
  ...tableReference,
  view: viewSchema,
  /** The keys of the columns, in their order. */
  columns: list(v.string()),
};

const textFormats = ['csv', 'tsv', 'json', 'ndjson', 'markdown', 'html', 'wikitext'] as const;

export const copyFormatSchema = v.picklist(textFormats);
export type CopyFormat = v.InferOutput<typeof copyFormatSchema>;

/** A range of rows of a view, to be copied as text, or to be saved by who can write files where the server cannot. */
export const copyParams = {
  ...extract,
  offset: count,
  /** Absent = all further rows. */
  count: optional(count),
  format: copyFormatSchema,
  /** The first line names the columns; JSON always names them. */
  titles: v.boolean(),
};
const copyParamsSchema = object(copyParams);
export type CopyParams = v.InferOutput<typeof copyParamsSchema>;

/** The text; `tooLong` = it exceeds the maximum length for the clipboard. */
const copyResultSchema = v.union([object({ text: v.string() }), object({ tooLong: v.literal(true) })]);
export type CopyResult = v.InferOutput<typeof copyResultSchema>;
export const copyRequest = request('wikijql/copy', copyParamsSchema, v.nullable(copyResultSchema));

export const exportFormatSchema = v.picklist([...textFormats, 'xlsx', 'sqlite']);
export type ExportFormat = v.InferOutput<typeof exportFormatSchema>;

/** The ends of the names of exported files. */
export const exportEndings: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  markdown: 'md',
  html: 'html',
  wikitext: 'wikitext',
  xlsx: 'xlsx',
  sqlite: 'sqlite',
};

export const exportParams = { ...extract, format: exportFormatSchema };
const exportParamsSchema = object({
  ...exportParams,
  /** The path of the file to write. It is replaced when all rows are written. */
  file: v.string(),
  /** The run that the rows come from, which a workbook names; absent = unknown. */
  about: optional(ranQuerySchema),
});
export type ExportParams = v.InferOutput<typeof exportParamsSchema>;

const exportResultSchema = v.union([
  /** `remark`: what the file lacks of the rows, as a sentence. */
  object({ rows: count, remark: optional(v.string()) }),
  /** Why nothing was written, as a sentence. */
  object({ problem: v.string() }),
]);
export type ExportResult = v.InferOutput<typeof exportResultSchema>;

/** Writes all rows of a view to a file; `null` = the run is no longer stored, or has no such table. */
export const exportRequest = request('wikijql/export', exportParamsSchema, v.nullable(exportResultSchema));

const exportProgressSchema = object({ file: v.string(), rows: count, total: count });
export type ExportProgress = v.InferOutput<typeof exportProgressSchema>;
export const exportProgressNotification = notification('wikijql/exportProgress', exportProgressSchema);

// ── The session ──────────────────────────────────────────────────────────────────────

/**
 * Sent when the window closes: the results of its session are deleted at the following shutdown instead of kept for a
 * restart.
 */
export const sessionEndNotification = notification('wikijql/sessionEnd', object({}));
