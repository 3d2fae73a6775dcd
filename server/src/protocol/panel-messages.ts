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
import { chainProgress, runCounts, runEnd, waitSchema } from './run.ts';
import { accepts, count, dictionary, list, object, optional } from './schema.ts';

const text = v.string();

/** The panel listens; nothing is sent before. */
const ready = v.object({ type: v.literal('ready') });

// ── The results panel ────────────────────────────────────────────────────────────────

/** How the user left a table; columns by their keys. */
const layoutSchema = object({
  hidden: list(text),
  /** In CSS pixels. */
  widths: dictionary(v.pipe(v.number(), v.finite())),
  /** The order of the columns; those that it does not name come after these. Absent = as they came. */
  order: optional(list(text)),
  sort: optional(sortSchema),
  group: optional(groupingSchema),
});
export type Layout = v.InferOutput<typeof layoutSchema>;

/** What the panel keeps over a reload of the window: where its last query is. */
const keptRunSchema = object({ uri: text, position: positionSchema, title: text, file: text });
export type KeptRun = v.InferOutput<typeof keptRunSchema>;
export const isKeptRun = accepts(keptRunSchema);

/** What a text can mention that opens: issues of known projects, and pages of configured wikis. */
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
  /** Page and user names can be opened in a browser. */
  links: v.boolean(),
};

/** A panel shows the runs of one file; every message names the run that it is about. */
const toResultsPanelSchema = v.variant('type', [
  v.object({
    type: v.literal('start'),
    run: text,
    title: text,
    file: text,
    /** By table id. */
    layouts: dictionary(layoutSchema),
    /** How many rows **Load More** adds. */
    step: count,
    /** It comes to the front, also if the panel had shown it before. */
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
  /** The answer to a question of the panel by its number; without a window, the run is forgotten. */
  v.object({ type: v.literal('window'), question: count, window: optional(object(windowResult)) }),
  v.object({ type: v.literal('cell'), question: count, value: optional(jsonSchema) }),
  v.object({ type: v.literal('statistics'), question: count, statistics: optional(statisticsSchema) }),
  v.object({ type: v.literal('sqlTables'), question: count, ...sqlTablesResult }),
  v.object({ type: v.literal('sqlCompletion'), question: count, completion: object(sqlCompletionResult) }),
  v.object({ type: v.literal('sqlHover'), question: count, hover: optional(sqlHoverSchema) }),
  v.object({ type: v.literal('sqlProblems'), question: count, ...sqlProblemsResult }),
  /** The panel is a SQL view; `isNew`: the statement takes the place of the one that it shows. */
  v.object({ type: v.literal('sql'), statement: text, isNew: v.boolean() }),
  v.object({ type: v.literal('finish'), ...runHead, ...runCounts, ...runEnd }),
  /** More rows of the same run are on their way. */
  v.object({ type: v.literal('resume'), run: text }),
  /** The run is forgotten. */
  v.object({ type: v.literal('forget'), run: text }),
  /** The selected rows are to be copied. */
  v.object({ type: v.literal('copySelection'), format: copyFormatSchema }),
  /** Further runs of the file leave this panel as it is, or no longer do. */
  v.object({ type: v.literal('pinned'), pinned: v.boolean() }),
  v.object({ type: v.literal('keep'), state: keptRunSchema }),
  /** What the texts of all runs can mention. */
  v.object({ type: v.literal('mentions'), ...mentionSources }),
  /** The panel came back after a reload, without its rows. */
  v.object({ type: v.literal('idle'), title: text, file: text }),
  /** The view in the panel area has nothing to show. */
  v.object({ type: v.literal('empty') }),
]);
export type ToResultsPanel = Readonly<v.InferOutput<typeof toResultsPanelSchema>>;
/** What the panel asks, and the answers to it. */
export type PanelQuestion = Extract<FromResultsPanel, { readonly question: number }>;
export type PanelAnswer = Extract<ToResultsPanel, { readonly question: number }>;
export const isToResultsPanel = accepts(toResultsPanelSchema);
export type RunProgressMessage = Extract<ToResultsPanel, { readonly type: 'progress' }>;
export type RunFinishMessage = Extract<ToResultsPanel, { readonly type: 'finish' }>;

const fromResultsPanelSchema = v.variant('type', [
  ready,
  /** Another run came to the front. */
  v.object({ type: v.literal('shown'), run: text }),
  v.object({ type: v.picklist(['rerun', 'cancel', 'raw']), run: text }),
  /** What is done with the rows of a run: the command's name without its beginning. */
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
  /** The user went into the view of the panel area, or left it. */
  v.object({ type: v.literal('focused'), focused: v.boolean() }),
  v.object({ type: v.literal('more'), run: text, rows: count }),
  v.object({
    type: v.literal('open'),
    run: text,
    as: v.picklist(['page', 'user', 'link', 'wikiAddress', 'wikiPage']),
    value: text,
  }),
  /** An issue's key was followed; `outside`: to the browser. */
  v.object({ type: v.literal('issue'), run: text, key: text, outside: v.boolean() }),
  v.object({ type: v.literal('layout'), run: text, table: text, layout: layoutSchema }),
  v.object({ type: v.literal('action'), run: text, action: noticeActionSchema }),
  v.object({ type: v.literal('reveal'), range: rangeSchema }),
  /** `question` is chosen by the panel, and repeated in the answer. */
  v.object({ type: v.literal('window'), question: count, ...windowParams }),
  v.object({ type: v.literal('cell'), question: count, ...cellParams }),
  v.object({ type: v.literal('statistics'), question: count, ...statisticsParams }),
  v.object({ type: v.literal('sqlTables'), question: count }),
  v.object({ type: v.literal('sqlCompletion'), question: count, ...sqlPlace }),
  v.object({ type: v.literal('sqlHover'), question: count, ...sqlPlace }),
  v.object({ type: v.literal('sqlProblems'), question: count, sql: text }),
  /** The SQL view is wanted. */
  v.object({ type: v.literal('openSql') }),
  v.object({ type: v.literal('runSql'), sql: text }),
  v.object({ type: v.literal('copy'), text }),
  /** A chart is to be written to a file; `name` without its ending. */
  v.object({ type: v.literal('saveChart'), name: text, svg: text }),
  v.object({ type: v.literal('copyRows'), ...copyParams }),
  /** `name`: of the file that is suggested, without its ending. */
  v.object({ type: v.literal('export'), name: text, ...exportParams }),
]);
export type FromResultsPanel = Readonly<v.InferOutput<typeof fromResultsPanelSchema>>;
export const isFromResultsPanel = accepts(fromResultsPanelSchema);

// ── The issue panel ──────────────────────────────────────────────────────────────────

/** Whether there is an issue to go back or forward to. */
const trailSchema = object({ back: v.boolean(), forward: v.boolean() });
export type Trail = v.InferOutput<typeof trailSchema>;

/** What the panel keeps over a reload of the window. */
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
    /** Pictures of other sites are loaded: the user asked for them. */
    pictures: v.boolean(),
    /** The origins of the wikis whose pages its texts can mention. */
    wikis: optional(list(text)),
  }),
  v.object({ type: v.literal('failed'), reference: text, notices: list(noticeSchema), trail: trailSchema }),
  /** The panel came back after a reload, without its issue. */
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
  /** Another issue is to be shown: a key, or an address at this tracker. */
  v.object({ type: v.literal('issue'), reference: text }),
  v.object({ type: v.literal('link'), url: text }),
  /** A page of a configured wiki that a text mentions: its address, or its title. */
  v.object({ type: v.picklist(['wikiAddress', 'wikiPage']), value: text }),
  v.object({ type: v.literal('action'), action: noticeActionSchema }),
]);
export type FromIssuePanel = Readonly<v.InferOutput<typeof fromIssuePanelSchema>>;
export const isFromIssuePanel = accepts(fromIssuePanelSchema);
export type SendIssue = (message: FromIssuePanel) => void;
