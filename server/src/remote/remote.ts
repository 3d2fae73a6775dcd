/**
 * The interface between the language server and the network. It runs in a worker thread, so that processing a response
 * of many megabytes never delays a completion.
 */
import type { Expectation } from '../expectations/syntax.ts';
import type { RunFacts, Verdict } from '../expectations/verdict.ts';
import type { Diagnosis } from '../protocol/diagnose.ts';
import type { SavedFilter } from '../protocol/filters.ts';
import type { IssueResult } from '../protocol/issue.ts';
import type { SessionState } from '../protocol/login.ts';
import type { Row } from '../protocol/json.ts';
import type { Notice } from '../protocol/notice.ts';
import type {
  CellParams,
  CellResult,
  CopyParams,
  CopyResult,
  ExportParams,
  ExportResult,
  TableState,
  Statistics,
  StatisticsParams,
  WindowParams,
  WindowResult,
} from '../protocol/results.ts';
import type { Column, ColumnType, Progress, RunStatus, TableHeader } from '../protocol/run.ts';
import type {
  CompareParams,
  ComparisonTextParams,
  DeleteResult,
  KeepParams,
  KeepResult,
  OpenSnapshotParams,
  RanQuery,
  SetAsideResult,
  Snapshot,
  SnapshotsResult,
} from '../protocol/snapshots.ts';
import type { SiteDescription } from '../common/site-description.ts';
import type { Site, SiteAddress } from '../protocol/sites.ts';
import type { RowIdentities } from '../protocol/watch.ts';
import type { ResultSession } from '../results/result-files.ts';
import type { SqlSource } from '../results/sql-question.ts';

/** A wiki query to send, without directives, with the values of its variables. */
export interface WikiRequest {
  readonly kind: 'wiki';
  /** In the order of the file; one value per name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** A module of this query requires POST. */
  readonly post: boolean;
  /** A parameter whose value is a token of this type, requested during the run. */
  readonly token?: { readonly parameter: string; readonly type: string };
}

/** A JQL query to send. */
export interface TrackerRequest {
  readonly kind: 'tracker';
  /** Without comments, with the values of its variables. */
  readonly jql: string;
  /** The fields to request, by id or name; absent = the default fields. */
  readonly fields?: readonly string[];
}

/** How many rows a query's own parameter asks for, of a module whose rows are the result. */
export interface OwnLimit {
  /** The id of the module's table, or the beginning of the ids of its tables. */
  readonly table: string;
  /** How the names of the module's parameters in the request begin. */
  readonly prefix: string;
  /** Absent = as many as the run fetches. */
  readonly rows?: number;
}

/** Cells that every row of a part of a run gets beside its own. */
export interface AddedCells {
  /** Before those of the row. */
  readonly columns: readonly Column[];
  /** After them; absent = none. */
  readonly after?: readonly Column[];
  /** The tables of renamed titles do not get them. */
  readonly isForResults?: boolean;
  /** The cells of every row; absent = they depend on the row. */
  readonly row?: Row;
  /**
   * The cells of a row by the text of the first of these cells that it has, or by a title that the wiki normalized,
   * converted or redirected to that text. A row of several of them has all their values.
   */
  readonly match?: { readonly keys: readonly string[]; readonly rows: Readonly<Record<string, Row>> };
}

/** A request of a run that consists of several. */
export interface RunPart {
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  readonly added: AddedCells;
}

/** The requests of a run that consists of several, made one after the other. */
export interface RunParts {
  readonly list: readonly RunPart[];
  /** The limit is for each of them, and one that fails does not keep the others from being made; else it is for all together. */
  readonly areIndependent: boolean;
}

export interface RunRequest {
  readonly run: string;
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  /** Maximum rows over all continuations; `Infinity` = all. */
  readonly limit: number;
  /** Limits of single modules, in place of that limit; absent = none. Only a wiki's queries have them. */
  readonly ownLimits?: readonly OwnLimit[];
  /** Nobody waits for it: it never signs in, and ends where a site is busy. */
  readonly isBackground?: boolean;
  /** Made instead of the request; their rows are one result. */
  readonly parts?: RunParts;
}

export interface IssueRequest {
  readonly site: SiteAddress;
  /** A key, or the URL of an issue's page. */
  readonly reference: string;
}

/**
 * An error or warning of the site itself. From a wiki: `code`, `module` and `data` of its API. From a tracker: `module` is
 * the field, and the code is empty.
 */
export interface ApiMessage {
  readonly code: string;
  readonly text: string;
  readonly module: string;
  readonly data?: unknown;
}

/** A site's description of itself, or why it could not be fetched. */
export type Survey = { readonly description: SiteDescription } | { readonly notice: Notice };

/** Saved filters of a tracker, and why there are not more. */
export interface FoundFilters {
  readonly filters: readonly SavedFilter[];
  readonly notices: readonly Notice[];
}

/** A value that a site suggests, in the site's own spelling. */
export interface Suggestion {
  readonly value: string;
  /** The displayed form, as HTML from a tracker; absent = the value. */
  readonly shown?: string;
}

/** A request for the values that a site suggests for what is typed. */
export interface SuggestionRequest {
  /** For a tracker, the field; for a wiki, `page`, `category`, `user` or `tag`. */
  readonly field: string;
  /** The typed part of the value, without quotes. */
  readonly typed: string;
  /** The history predicate that the value belongs to; absent = the field itself. */
  readonly predicate?: 'by' | 'from' | 'to';
}

/** A table of a run, with its columns. */
export interface IdentitiesRequest {
  readonly run: string;
  readonly table: string;
  readonly columns: readonly Column[];
}

export interface RunOutcome {
  readonly status: RunStatus;
  readonly rows: number;
  /** Total rows of the query; absent = unknown. */
  readonly total?: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** Of the responses, decompressed; absent = nothing was sent. */
  readonly bytes?: number;
  /** Seconds in which it waited for the site; absent = nothing was sent. */
  readonly waited?: number;
  /** From the site; the server maps them to positions in the document. */
  readonly errors: readonly ApiMessage[];
  readonly warnings: readonly ApiMessage[];
  /** From the network. */
  readonly notices: readonly Notice[];
  /** The seconds that a busy site asked to be left alone; only in the background. */
  readonly retryAfter?: number;
  /** For the log: the internal error that ended the run. */
  readonly fault?: Error;
}

/** The progress of a run: rows and requests so far. */
export type RunProgress = Pick<Progress, 'rows' | 'requests' | 'total' | 'wait'>;

/** Takes the tables and the progress of a run while its rows are stored, in order. */
export interface RunSink {
  table(state: Omit<TableState, 'run'>): void;
  progress(progress: RunProgress): void;
}

/** What is done with stored results; no site is asked. */
export interface StoredResults {
  /** Compares two runs. Resolves for every outcome: the report's notices say what differs, or why it was not done. */
  compare(params: CompareParams, sink: RunSink, signal: AbortSignal): Promise<RunOutcome>;
  /** A comparison as text; `undefined` = it is no longer available. */
  comparisonText(params: ComparisonTextParams): Promise<string | undefined>;
  keep(params: KeepParams, signal: AbortSignal): Promise<KeepResult>;
  snapshots(): Promise<SnapshotsResult>;
  /** Reads the rows of a snapshot as those of a run. */
  openSnapshot(params: OpenSnapshotParams, sink: RunSink, signal: AbortSignal): Promise<OpenedSnapshot>;
  deleteSnapshot(snapshot: string): Promise<DeleteResult>;
  /** The tables of all snapshots; none where they cannot be read. */
  snapshotTables(): Promise<readonly SnapshotTable[]>;
  /** Stores the answer of a statement as a run; resolves for every outcome. */
  runSql(request: SqlRunRequest, sink: RunSink, signal: AbortSignal): Promise<SqlRunOutcome>;
  setAsideSnapshots(): Promise<SetAsideResult>;
}

/** A table that a statement may name: of a run, or of a snapshot. */
export interface SqlRunTable {
  /** What the statement calls it. */
  readonly name: string;
  readonly run?: string;
  readonly snapshot?: string;
  /** By its header. */
  readonly table: string;
  /** Where its issues, and where its pages and users open, '' = nowhere; absent = where those of all tables do. */
  readonly opensAt?: { readonly issues: string; readonly pages: string };
}

export interface SqlRunRequest {
  /** Of the result. */
  readonly run: string;
  readonly title: string;
  readonly sql: string;
  readonly tables: readonly SqlRunTable[];
}

export interface SqlRunOutcome {
  readonly report: RunOutcome;
  /** Of the result, with the names of the tables that they come from; absent = it is computed. */
  readonly columns: readonly { readonly type: ColumnType; readonly table?: string }[];
}

export interface SnapshotTable {
  readonly snapshot: Snapshot;
  readonly header: TableHeader;
  readonly rows: number;
}

export interface OpenedSnapshot {
  readonly report: RunOutcome;
  /** Absent where there is no such snapshot. */
  readonly about?: RanQuery;
}

/** What is expected of a run that has ended. */
export interface JudgeRequest {
  readonly run: string;
  readonly facts: RunFacts;
  readonly expectations: readonly Expectation[];
  /** Which snapshots are of the same query: those of its file and its site, by its text or its title. */
  readonly about: Pick<RanQuery, 'title' | 'uri' | 'query'> & { readonly site: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Remote extends StoredResults {
  configure(settings: RemoteSettings): void;
  /** Resolves for every outcome, also a cancelled or failed one; never rejects because of the site. */
  run(request: RunRequest, sink: RunSink, signal: AbortSignal): Promise<RunOutcome>;
  /** Continues a run; `undefined` = the run is no longer available. */
  more(run: string, limit: number, sink: RunSink, signal: AbortSignal): Promise<RunOutcome | undefined>;
  /** Some rows of a run; `undefined`, as for all that follow = the run or the table is no longer available. */
  window(params: WindowParams): Promise<WindowResult | undefined>;
  cell(params: CellParams): Promise<CellResult | undefined>;
  /** What tells the rows of a table apart from run to run. */
  identities(params: IdentitiesRequest): Promise<RowIdentities | undefined>;
  statistics(params: StatisticsParams): Promise<Statistics | undefined>;
  copy(params: CopyParams): Promise<CopyResult | undefined>;
  /** Writes all rows of a view to a file; resolves for every outcome. */
  export(
    params: ExportParams,
    progress: (rows: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<ExportResult | undefined>;
  /** The verdicts on the rows of a run, in the order of what is expected; resolves for every outcome. */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<readonly Verdict[]>;
  /** The merged response as indented JSON; `undefined` = no longer available. */
  raw(run: string): Promise<string | undefined>;
  /** One issue of a tracker; resolves for every outcome. */
  issue(request: IssueRequest, signal: AbortSignal): Promise<IssueResult>;
  /** A site's description of itself; `undefined` = unavailable, for any reason. Never signs in. */
  describe(site: Site, signal: AbortSignal): Promise<SiteDescription | undefined>;
  /**
   * A site's description of itself with the values of its fields, to be stored; signs in as a run does. Resolves for every
   * outcome.
   */
  survey(site: Site, signal: AbortSignal): Promise<Survey>;
  /** What is wrong with a site, or what it allows. Never signs in; resolves for every outcome. */
  diagnose(site: Site, signal: AbortSignal): Promise<Diagnosis>;
  /**
   * The saved filters of a tracker that the account sees, or one of them. Only with an existing session or an accepted
   * token; resolves for every outcome.
   */
  filters(site: Site, id: string | undefined, signal: AbortSignal): Promise<FoundFilters>;
  /**
   * The keys of the projects of a tracker; `undefined` = unavailable, for any reason. Only with an existing session or an
   * accepted token.
   */
  projects(site: Site, signal: AbortSignal): Promise<readonly string[] | undefined>;
  /**
   * The values that a site suggests; `undefined` = unavailable, for any reason. A tracker is asked only with an existing
   * session or an accepted token, a wiki also anonymously. A newer request to a site cancels the previous one.
   */
  suggest(
    site: Site,
    request: SuggestionRequest,
    signal: AbortSignal,
  ): Promise<readonly Suggestion[] | undefined>;
  /** Where the rows of runs are stored; `undefined` = in memory. */
  sqlSource(runs: readonly string[]): Promise<SqlSource | undefined>;
  release(run: string): void;
  /** The user signs in with the credentials in the vault; resolves for every outcome. */
  signIn(site: Site, signal: AbortSignal): Promise<SessionState>;
  /** `account`: default the account in use. */
  signOut(site: Site, signal: AbortSignal, account?: string): Promise<SessionState>;
  /** The state of the session, without a request to the site. */
  sessionState(site: Site): Promise<SessionState>;
  /** @param keepsResults the next process of the session finds the results; default: they are removed */
  dispose(keepsResults?: boolean): Promise<void>;
}

export interface RemoteSettings {
  /** The whole User-Agent header. */
  readonly userAgent: string;
  readonly proxy: string;
  readonly certificateAuthorities: readonly string[];
  /** The folder for login records, shared by all windows; absent = in memory. Does not change. */
  readonly storage?: string;
  /** Megabytes that results may take; absent = any number. */
  readonly maximumResults?: number;
  /** Bounds of the snapshots in that folder: days, 0 = any number, and megabytes. Default: none. */
  readonly snapshots?: { readonly maximumAge: number; readonly maximumSize: number };
  /** Whose results are stored in that folder; absent = they are in memory. Does not change. */
  readonly session?: ResultSession;
}
