/** The messages between the extension and its panels, checked on receipt. */
import * as v from 'valibot';
import { groupingSchema } from './grouping.ts';
import { issueSchema } from './issue.ts';
import { noticeActionSchema, noticeSchema, positionSchema, rangeSchema } from './notice.ts';
import { jsonSchema } from './json.ts';
import {
  cellParams,
  copyFormatSchema,
  copyParams,
  exportParams,
  sortSchema,
  statisticsParams,
  statisticsSchema,
  tableState,
  windowParams,
  windowResult,
} from './results.ts';
import {
  sqlCompletionResult,
  sqlHoverSchema,
  sqlPlace,
  sqlProblemsResult,
  sqlTablesResult,
} from './sql-requests.ts';
import { chainProgress, type Progress, type RunResult, runCounts, runEnd, waitSchema } from './run.ts';
import { accepts, count, dictionary, list, object, optional } from './schema.ts';

const text = v.string();

/** Sent once the panel listens; the extension sends nothing before. */
const ready = v.object({ type: v.literal('ready') });

/** Whether a list has rows before and after the row of an issue. */
const rowsSchema = object({ before: v.boolean(), after: v.boolean() });

// ── The results panel ────────────────────────────────────────────────────────────────

/** The user's arrangement of a table; columns by their keys. */
const layoutSchema = object({
  hidden: list(text),
  /** In CSS pixels. */
  widths: dictionary(v.pipe(v.number(), v.finite())),
  /** The order of the columns; columns that it does not name follow. Absent = the original order. */
  order: optional(list(text)),
  /** The columns that stay visible when the table scrolls horizontally; absent = the key of its rows. */
  frozen: optional(list(text)),
  sort: optional(sortSchema),
  group: optional(groupingSchema),
});
export type Layout = v.InferOutput<typeof layoutSchema>;

/** The state that the panel keeps over a reload of the window: the place of its last query. */
const keptRunSchema = object({ uri: text, position: positionSchema, title: text, file: text });
export type KeptRun = v.InferOutput<typeof keptRunSchema>;
export const isKeptRun = accepts(keptRunSchema);

/** The targets that texts can mention: issues of projects and pages of configured wikis. */
const mentionSources = {
  /** The keys of the projects. */
  projects: list(text),
  /** The origins of the wikis. */
  wikis: list(text),
};
const mentionSourcesSchema = object(mentionSources);
export type MentionSources = v.InferOutput<typeof mentionSourcesSchema>;

const runHead = {
  run: text,
  title: text,
  /** The name of the site; empty = none. */
  site: text,
  /** The names of pages and users can be opened in a browser. */
  links: v.boolean(),
};

/** A panel shows the runs of one file; every message names the run that it is about. */
const toResultsPanelSchema = v.variant('type', [
  v.object({
    type: v.literal('start'),
    run: text,
    title: text,
    file: text,
    /** When it started, in milliseconds since 1970. */
    started: count,
    /** By table id. */
    layouts: dictionary(layoutSchema),
    /** The codes of the notices that are no longer shown, by the user's choice. */
    dismissed: optional(list(text)),
    /** The run comes to the front even if the panel had shown it before. */
    front: optional(v.literal(true)),
  }),
  v.object({
    type: v.literal('progress'),
    ...runHead,
    ...runCounts,
    ...chainProgress,
    wait: optional(waitSchema),
  }),
  v.object({ type: v.literal('table'), ...tableState }),
  /** The answers to the panel's questions, by number. Without a window, the run is no longer stored. */
  v.object({ type: v.literal('window'), question: count, window: optional(object(windowResult)) }),
  v.object({ type: v.literal('cell'), question: count, value: optional(jsonSchema) }),
  v.object({ type: v.literal('statistics'), question: count, statistics: optional(statisticsSchema) }),
  v.object({ type: v.literal('sqlTables'), question: count, ...sqlTablesResult }),
  v.object({ type: v.literal('sqlCompletion'), question: count, completion: object(sqlCompletionResult) }),
  v.object({ type: v.literal('sqlHover'), question: count, hover: optional(sqlHoverSchema) }),
  v.object({ type: v.literal('sqlProblems'), question: count, ...sqlProblemsResult }),
  /** The panel is a SQL view; `isNew`: the statement replaces the one in the editor. */
  v.object({ type: v.literal('sql'), statement: text, isNew: v.boolean() }),
  v.object({ type: v.literal('finish'), ...runHead, ...runCounts, ...runEnd }),
  /** More rows of the same run will follow. */
  v.object({ type: v.literal('resume'), run: text }),
  /** The run is no longer stored. */
  v.object({ type: v.literal('forget'), run: text }),
  /** Moves the cursor to another row, and opens its issue. */
  v.object({ type: v.literal('stepIssue'), by: v.picklist([1, -1]) }),
  /** Tells the panel to copy the selected rows. */
  v.object({ type: v.literal('copySelection'), format: copyFormatSchema }),
  /** Whether further runs of the file leave this panel unchanged. */
  v.object({ type: v.literal('pinned'), pinned: v.boolean() }),
  v.object({ type: v.literal('keep'), state: keptRunSchema }),
  /** The targets that the texts of all runs can mention. */
  v.object({ type: v.literal('mentions'), ...mentionSources }),
  /** The panel was restored after a reload, without its rows. */
  v.object({ type: v.literal('idle'), title: text, file: text }),
  /** The view in the panel area has no result. */
  v.object({ type: v.literal('empty') }),
]);
export type ToResultsPanel = Readonly<v.InferOutput<typeof toResultsPanelSchema>>;
/** The questions of the panel, and the answers to them. */
export type PanelQuestion = Extract<FromResultsPanel, { readonly question: number }>;
export type PanelAnswer = Extract<ToResultsPanel, { readonly question: number }>;
export const isToResultsPanel = accepts(toResultsPanelSchema);
export type RunProgressMessage = Extract<ToResultsPanel, { readonly type: 'progress' }>;
export type RunFinishMessage = Extract<ToResultsPanel, { readonly type: 'finish' }>;

/** The name that the panel shows for the site of a run, and whether pages of the site can be opened. */
type ShownSite = Pick<RunFinishMessage, 'site' | 'links'>;

/** The numbers of rows and requests of a run, without the rest of it. */
export const countsOf = ({ rows, requests, total, estimatedTotal }: RunCounts): RunCounts => ({
  rows,
  requests,
  ...(total !== undefined && { total }),
  ...(estimatedTotal !== undefined && { estimatedTotal }),
});
export type RunCounts = Pick<RunResult, 'rows' | 'requests' | 'total' | 'estimatedTotal'>;

/** The message about a run that has not ended. */
export const progressMessage = (progress: Progress, shownSite: ShownSite): RunProgressMessage => ({
  type: 'progress',
  run: progress.run,
  title: progress.title,
  ...shownSite,
  ...countsOf(progress),
  ...(progress.wait && { wait: progress.wait }),
  ...(progress.source && { source: progress.source }),
  ...(progress.planned !== undefined && { planned: progress.planned }),
});

/** The message about a run that has ended. */
export const finishMessage = (result: RunResult, shownSite: ShownSite): RunFinishMessage => ({
  type: 'finish',
  run: result.run,
  title: result.title,
  ...shownSite,
  status: result.status,
  ...countsOf(result),
  milliseconds: result.milliseconds,
  notices: result.notices,
  ...(result.step !== undefined && { step: result.step }),
  ...(result.continues === true && { continues: true }),
});

/** The result of a run that the server did not answer: the rows so far are kept. */
export const unansweredRun = (
  { run, title, site, ...counts }: Pick<RunResult, 'run' | 'title' | 'site'> & RunCounts,
  milliseconds: number,
  notice: Pick<RunResult['notices'][number], 'message' | 'action'>,
): RunResult => ({
  run,
  title,
  ...(site && { site }),
  status: counts.rows > 0 ? 'incomplete' : 'failed',
  ...countsOf(counts),
  milliseconds: Math.round(milliseconds),
  notices: [{ severity: 'error', code: '', ...notice }],
});

const fromResultsPanelSchema = v.variant('type', [
  ready,
  /** Another run came to the front. */
  v.object({ type: v.literal('shown'), run: text }),
  v.object({ type: v.picklist(['rerun', 'cancel', 'raw']), run: text }),
  /** Runs a command about the rows of a run, by its name without the prefix. */
  v.object({
    type: v.literal('stored'),
    run: text,
    command: v.picklist([
      'comparePrevious',
      'compareSnapshot',
      'compareSite',
      'keepSnapshot',
      'showComparisonText',
    ]),
  }),
  v.object({ type: v.literal('pin'), pinned: v.boolean() }),
  /** Whether the view of the panel area has the focus. */
  v.object({ type: v.literal('focused'), focused: v.boolean() }),
  v.object({ type: v.literal('more'), run: text }),
  v.object({
    type: v.literal('open'),
    run: text,
    as: v.picklist(['page', 'user', 'link', 'wikiAddress', 'wikiPage']),
    value: text,
  }),
  /** Opens an issue; `outside`: in the browser; `rows`: it is the issue of a row; `isLow`: of a table without room below it. */
  v.object({
    type: v.literal('issue'),
    run: text,
    key: text,
    outside: v.boolean(),
    rows: optional(rowsSchema),
    isLow: optional(v.boolean()),
  }),
  v.object({ type: v.literal('layout'), run: text, table: text, layout: layoutSchema }),
  v.object({ type: v.literal('action'), run: text, action: noticeActionSchema }),
  /** Notices with this code are no longer shown. */
  v.object({ type: v.literal('dismiss'), code: text }),
  v.object({ type: v.literal('reveal'), range: rangeSchema }),
  /** The questions. The panel chooses `question`, and the answer repeats it. */
  v.object({ type: v.literal('window'), question: count, ...windowParams }),
  v.object({ type: v.literal('cell'), question: count, ...cellParams }),
  v.object({ type: v.literal('statistics'), question: count, ...statisticsParams }),
  v.object({ type: v.literal('sqlTables'), question: count }),
  v.object({ type: v.literal('sqlCompletion'), question: count, ...sqlPlace }),
  v.object({ type: v.literal('sqlHover'), question: count, ...sqlPlace }),
  v.object({ type: v.literal('sqlProblems'), question: count, sql: text }),
  /** Opens the SQL view. */
  v.object({ type: v.literal('openSql') }),
  v.object({ type: v.literal('runSql'), sql: text }),
  v.object({ type: v.literal('copy'), text }),
  /** Writes a chart to a file; `name` is the proposed file name without its extension. */
  v.object({ type: v.literal('saveChart'), name: text, svg: text }),
  v.object({ type: v.literal('copyRows'), ...copyParams }),
  /** `name` is the proposed file name without its extension. */
  v.object({ type: v.literal('export'), name: text, ...exportParams }),
]);
export type FromResultsPanel = Readonly<v.InferOutput<typeof fromResultsPanelSchema>>;
export const isFromResultsPanel = accepts(fromResultsPanelSchema);

// ── The issue panel ──────────────────────────────────────────────────────────────────

/**
 * Whether the user can go back and forward to another issue; `rows`: whether the list that the issue was opened from has
 * rows before and after it, absent = it was not opened from a list.
 */
const trailSchema = object({ back: v.boolean(), forward: v.boolean(), rows: optional(rowsSchema) });
export type Trail = v.InferOutput<typeof trailSchema>;

/** The state that the panel keeps over a reload of the window. */
const keptIssueSchema = object({ reference: text, site: optional(text) });
export type KeptIssue = v.InferOutput<typeof keptIssueSchema>;
export const isKeptIssue = accepts(keptIssueSchema);

const toIssuePanelSchema = v.variant('type', [
  v.object({ type: v.literal('loading'), reference: text, trail: trailSchema }),
  v.object({
    type: v.literal('issue'),
    issue: issueSchema,
    notices: list(noticeSchema),
    trail: trailSchema,
    /** Whether images of other sites are loaded, which the user decides. */
    pictures: v.boolean(),
    /** The origins of the wikis whose pages its texts can mention. */
    wikis: optional(list(text)),
  }),
  v.object({ type: v.literal('failed'), reference: text, notices: list(noticeSchema), trail: trailSchema }),
  /** The panel was restored after a reload, without its issue. */
  v.object({ type: v.literal('idle'), reference: text }),
  v.object({ type: v.literal('keep'), state: keptIssueSchema }),
]);
export type ToIssuePanel = Readonly<v.InferOutput<typeof toIssuePanelSchema>>;
export const isToIssuePanel = accepts(toIssuePanelSchema);

const fromIssuePanelSchema = v.variant('type', [
  ready,
  v.object({
    type: v.picklist(['back', 'forward', 'refresh', 'browse', 'copyKey', 'copyLink', 'pictures']),
  }),
  /** Shows the issue of another row of the list that this one was opened from. */
  v.object({ type: v.literal('row'), by: v.picklist([1, -1]) }),
  /** Shows another issue: a key, or an address at this tracker. */
  v.object({ type: v.literal('issue'), reference: text }),
  v.object({ type: v.literal('link'), url: text }),
  /** Opens a page of a configured wiki that a text mentions, by its address or its title. */
  v.object({ type: v.picklist(['wikiAddress', 'wikiPage']), value: text }),
  v.object({ type: v.literal('action'), action: noticeActionSchema }),
]);
export type FromIssuePanel = Readonly<v.InferOutput<typeof fromIssuePanelSchema>>;
export const isFromIssuePanel = accepts(fromIssuePanelSchema);
export type SendIssue = (message: FromIssuePanel) => void;
