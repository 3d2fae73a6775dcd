/**
 * The interface between the language server and the network, and the rules for its calls. The network runs in a worker
 * thread, so that processing a response of many megabytes never delays a completion. A new call needs a method of `Backend`, its rule in
 * `callRules`, an implementation in `createBackend`, and a caller.
 */
import type { ClientCertificate } from '#shared/protocol/settings.ts';
import type { ApiMessage, RunRequest, Suggestion } from '#shared/protocol/request.ts';
import type { Expectation } from '../query-file/expectations/expectation.ts';
import { failed, type RunFacts, type Verdict } from '../query-file/expectations/verdict.ts';
import { say } from '../query-file/expectations/expectation-wording.ts';
import type { Diagnosis } from '#shared/protocol/sites/diagnosis.ts';
import type { SiteFinding, TypedPage } from '#shared/protocol/sites/find-site.ts';
import type { SavedFilter } from '#shared/protocol/sites/saved-filters.ts';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';

import type { Notice } from '#shared/protocol/notice.ts';
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
} from '#shared/protocol/results.ts';
import type { Column, ColumnType, Progress, RunStatus, TableHeader } from '#shared/protocol/run.ts';
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
} from '#shared/protocol/snapshots.ts';
import type { SiteDescription } from '#shared/base/site-description.ts';
import type { Site, SiteAddress } from '#shared/protocol/sites.ts';
import type { RowIdentities } from '#shared/protocol/watch.ts';
import type { ResultSession } from '../results/store/result-files.ts';
import type { SqlSource } from '../results/sql-question.ts';

export interface IssueRequest {
  readonly site: SiteAddress;
  /** A key, or the URL of an issue's page. */
  readonly reference: string;
}

/** A site's description of itself, or why it could not be fetched. */
type Survey = { readonly description: SiteDescription } | { readonly notice: Notice };

/** Saved filters of a tracker, and why there are no more. */
export interface FoundFilters {
  readonly filters: readonly SavedFilter[];
  readonly notices: readonly Notice[];
}

/** A request for the values that a site suggests for a typed text. */
export interface SuggestionRequest {
  /** For a tracker, the field; for a wiki, `page`, `category`, `user` or `tag`. */
  readonly field: string;
  /** The typed part of the value, without quotes. */
  readonly typed: string;
  /** The history predicate that the value belongs to; absent = the field itself. */
  readonly predicate?: 'by' | 'from' | 'to';
  /** The keys of the projects whose versions are the values; absent = no versions, or those of every project. */
  readonly versionsOf?: readonly string[];
}

/** A table of a run, with its columns. */
interface IdentitiesRequest {
  readonly run: string;
  readonly table: string;
  readonly columns: readonly Column[];
}

/** The outcome of a run. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly rows: number;
  /** Total rows of the query; absent = unknown. */
  readonly total?: number;
  /** Estimated total rows; absent = no estimate. */
  readonly estimatedTotal?: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** Bytes of the responses, decompressed; absent = nothing was sent. */
  readonly bytes?: number;
  /** Seconds spent waiting for the site; absent = nothing was sent. */
  readonly waited?: number;
  /** Messages from the site; the server maps them to positions in the document. */
  readonly errors: readonly ApiMessage[];
  readonly warnings: readonly ApiMessage[];
  /** Messages from the network. */
  readonly notices: readonly Notice[];
  /** Issues that only some users can see; absent = none. */
  readonly restricted?: number;
  /** The seconds after which a busy site may be requested again; only in the background. */
  readonly retryAfter?: number;
  /** The internal error that ended the run, for the log. */
  readonly fault?: Error;
}

/** The progress of a run: rows and requests so far. */
export type RunProgress = Pick<Progress, 'rows' | 'requests' | 'total' | 'estimatedTotal' | 'wait'>;

/** Receives the tables and the progress of a run, in order, while its rows are stored. */
export interface RunSink {
  table(state: Omit<TableState, 'run'>): void;
  progress(progress: RunProgress): void;
}

/** Operations on stored results; nothing is requested from a site. */
export interface StoredResults {
  /**
   * Compares two runs. Resolves for every outcome: its notices say what differs, or why the runs were not
   * compared.
   */
  compare(params: CompareParams, sink: RunSink, signal: AbortSignal): Promise<RunOutcome>;
  /** A comparison as text; `undefined` = it is no longer available. */
  comparisonText(params: ComparisonTextParams): Promise<string | undefined>;
  keep(params: KeepParams, signal: AbortSignal): Promise<KeepResult>;
  snapshots(): Promise<SnapshotsResult>;
  /** Reads the rows of a snapshot as those of a run. */
  openSnapshot(params: OpenSnapshotParams, sink: RunSink, signal: AbortSignal): Promise<OpenedSnapshot>;
  deleteSnapshot(snapshot: string): Promise<DeleteResult>;
  /** The tables of all snapshots; none if they cannot be read. */
  snapshotTables(): Promise<readonly SnapshotTable[]>;
  /** Stores the result of a statement as a run; resolves for every outcome. */
  runSql(request: SqlRunRequest, sink: RunSink, signal: AbortSignal): Promise<SqlRunOutcome>;
  setAsideSnapshots(): Promise<SetAsideResult>;
}

/** A table that a statement may name: of a run, or of a snapshot. */
export interface SqlRunTable {
  /** Its name in the statement. */
  readonly name: string;
  readonly run?: string;
  readonly snapshot?: string;
  /** The id in its header. */
  readonly table: string;
  /** The sites at which its issues, and its pages and users, open; '' = nowhere; absent = the same as for all tables. */
  readonly opensAt?: { readonly issues: string; readonly pages: string };
}

export interface SqlRunRequest {
  /** The id of the result's run. */
  readonly run: string;
  readonly title: string;
  readonly sql: string;
  readonly tables: readonly SqlRunTable[];
}

export interface SqlRunOutcome {
  readonly outcome: RunOutcome;
  /** The columns of the result, with the names of the tables that they come from; absent = computed. */
  readonly columns: readonly { readonly type: ColumnType; readonly table?: string }[];
}

export interface SnapshotTable {
  readonly snapshot: Snapshot;
  readonly header: TableHeader;
  readonly rows: number;
}

interface OpenedSnapshot {
  readonly outcome: RunOutcome;
  /** Absent = there is no such snapshot. */
  readonly about?: RanQuery;
}

/** A request to evaluate the expectations of a run that has ended. */
export interface JudgeRequest {
  readonly run: string;
  readonly facts: RunFacts;
  readonly expectations: readonly Expectation[];
  /** Identifies the snapshots of the same query: those of its file and its site, by its text or its title. */
  readonly about: Pick<RanQuery, 'title' | 'uri' | 'query'> & { readonly site: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Backend extends StoredResults {
  configure(settings: BackendSettings): void;
  /** Resolves for every outcome, also a cancelled or failed one; never rejects because of the site. */
  run(request: RunRequest, sink: RunSink, signal: AbortSignal): Promise<RunOutcome>;
  /** Continues a run; `undefined` = the run is no longer available. */
  more(run: string, limit: number, sink: RunSink, signal: AbortSignal): Promise<RunOutcome | undefined>;
  /** Some rows of a run. `undefined` = the run or the table is no longer available; so for the methods below. */
  window(params: WindowParams): Promise<WindowResult | undefined>;
  cell(params: CellParams): Promise<CellResult | undefined>;
  /** Identifies the rows of a table from run to run. */
  identities(params: IdentitiesRequest): Promise<RowIdentities | undefined>;
  statistics(params: StatisticsParams): Promise<Statistics | undefined>;
  copy(params: CopyParams): Promise<CopyResult | undefined>;
  /** Writes all rows of a view to a file; resolves for every outcome. */
  export(
    params: ExportParams,
    progress: (rows: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<ExportResult | undefined>;
  /** The verdicts on the rows of a run, in the order of the expectations; resolves for every outcome. */
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
  /** Diagnoses a site: its problems, or what it allows. Never signs in; resolves for every outcome. */
  diagnose(site: Site, signal: AbortSignal): Promise<Diagnosis>;
  /** Finds the site that has a page, without credentials; resolves for every outcome. */
  findSite(page: TypedPage, signal: AbortSignal): Promise<SiteFinding>;
  /**
   * The saved filters of a tracker that the account can see, or one of them. Requested only with an existing session or
   * an accepted token; resolves for every outcome.
   */
  filters(site: Site, id: string | undefined, signal: AbortSignal): Promise<FoundFilters>;
  /**
   * The keys of the projects of a tracker; `undefined` = unavailable, for any reason. Requested only with an existing
   * session or an accepted token.
   */
  projects(site: Site, signal: AbortSignal): Promise<readonly string[] | undefined>;
  /**
   * The values that a site suggests; `undefined` = unavailable, for any reason. Requested from a tracker only with an
   * existing session or an accepted token, from a wiki also anonymously. A newer request to a site cancels the previous
   * one.
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

export interface BackendSettings {
  /** The whole User-Agent header. */
  readonly userAgent: string;
  readonly proxy: string;
  readonly certificateAuthorities: readonly string[];
  /** The files of the certificates that this machine shows, by the addresses of sites; absent = none. */
  readonly clientCertificates?: Readonly<Record<string, ClientCertificate>>;
  /** The folder for login records, shared by all windows; absent = in memory. Does not change. */
  readonly storage?: string;
  /** Maximum megabytes of results; absent = unlimited. */
  readonly maximumResults?: number;
  /** Limits of the snapshots in that folder: days (0 = unlimited) and megabytes. Default: none. */
  readonly snapshots?: { readonly maximumAge: number; readonly maximumSize: number };
  /** The session whose results are stored in that folder; absent = in memory. Does not change. */
  readonly session?: ResultSession;
}

/** The methods that are called by message where the backend is in another thread; the others are notifications. */
export type CallName = Exclude<keyof Backend, 'configure' | 'release' | 'dispose'>;
export type Calls = Pick<Backend, CallName>;
export type ArgumentsOf<Name extends CallName> = Parameters<Backend[Name]>;
export type AnswerOf<Name extends CallName> = Awaited<ReturnType<Backend[Name]>>;

/** The notice that a call was not answered; `site` is absent for calls about stored results. */
export type UnansweredNotice = (site?: string) => Notice;

/** How a call behaves where it is made by message. */
export interface CallRule<Name extends CallName> {
  /** The call has no side effects: it is repeated if its thread ends. */
  readonly isRepeatable?: true;
  /** The user cancels it: a thread that does not confirm that in time is blocked. */
  readonly isWatched?: true;
  /** Only a thread that already runs can answer the call: none is started for it. */
  readonly needsThread?: true;
  /** The answer in place of the backend's, such as when the thread ended. */
  readonly unanswered: (args: ArgumentsOf<Name>, notice: UnansweredNotice) => AnswerOf<Name>;
}

const failedOutcome = (notice: Notice): RunOutcome => ({
  status: 'failed',
  rows: 0,
  requests: 0,
  milliseconds: 0,
  errors: [],
  warnings: [],
  notices: [notice],
});
const problemOf = ({ message }: Notice): { problem: string } => ({ problem: message });
const unknownState = ({ name }: Site, notice: UnansweredNotice): SessionState => ({
  state: 'unknown',
  message: notice(name).message,
});

/** A call that only reads, and whose answer may be `undefined`. */
const read = { isRepeatable: true, unanswered: () => undefined } as const;

/** The rule of each call. Without a flag, a call is not repeated and its cancellation is not watched. */
export const callRules: { readonly [Name in CallName]: CallRule<Name> } = {
  run: { isWatched: true, unanswered: ([{ site }], notice) => failedOutcome(notice(site.name)) },
  more: { isWatched: true, unanswered: () => undefined },
  window: read,
  cell: read,
  identities: read,
  statistics: read,
  copy: read,
  export: { isWatched: true, unanswered: () => undefined },
  judge: {
    isWatched: true,
    unanswered: ([{ expectations }]) => expectations.map(() => failed(say('failed.lost'))),
  },
  raw: { needsThread: true, unanswered: () => undefined },
  issue: { isWatched: true, unanswered: ([{ site }], notice) => ({ notices: [notice(site.name)] }) },
  describe: read,
  survey: { isWatched: true, unanswered: ([{ name }], notice) => ({ notice: notice(name) }) },
  diagnose: {
    isRepeatable: true,
    isWatched: true,
    unanswered: ([{ name }], notice) => ({ steps: [], text: `${notice(name).message}\n` }),
  },
  findSite: { isRepeatable: true, isWatched: true, unanswered: (_args, notice) => problemOf(notice()) },
  filters: {
    isRepeatable: true,
    isWatched: true,
    unanswered: ([{ name }], notice) => ({ filters: [], notices: [notice(name)] }),
  },
  projects: read,
  suggest: read,
  sqlSource: read,
  signIn: { isWatched: true, unanswered: ([site], notice) => unknownState(site, notice) },
  signOut: { isWatched: true, unanswered: ([site], notice) => unknownState(site, notice) },
  sessionState: { isRepeatable: true, unanswered: ([site], notice) => unknownState(site, notice) },
  compare: { isWatched: true, unanswered: (_args, notice) => failedOutcome(notice()) },
  comparisonText: read,
  keep: { isWatched: true, unanswered: (_args, notice) => problemOf(notice()) },
  snapshots: { isRepeatable: true, unanswered: (_args, notice) => problemOf(notice()) },
  openSnapshot: { isWatched: true, unanswered: (_args, notice) => ({ outcome: failedOutcome(notice()) }) },
  deleteSnapshot: { unanswered: (_args, notice) => problemOf(notice()) },
  setAsideSnapshots: { unanswered: (_args, notice) => problemOf(notice()) },
  snapshotTables: { isRepeatable: true, unanswered: () => [] },
  runSql: {
    isWatched: true,
    unanswered: (_args, notice) => ({ outcome: failedOutcome(notice()), columns: [] }),
  },
};

/** The answer to a call that the backend cannot answer. */
export const unanswered = <Name extends CallName>(
  name: Name,
  args: ArgumentsOf<Name>,
  notice: UnansweredNotice,
): AnswerOf<Name> => callRules[name].unanswered(args, notice);

type MakeCall = <Name extends CallName>(name: Name, args: ArgumentsOf<Name>) => Promise<AnswerOf<Name>>;

const isCall = (name: string): name is CallName => Object.hasOwn(callRules, name);

/** An object with every method of `Calls`; each passes its name and arguments to `makeCall`. */
export function callsBy(makeCall: MakeCall): Calls;
// TypeScript cannot express that the loop assigns every key.
export function callsBy(makeCall: MakeCall): Partial<Record<CallName, unknown>> {
  const calls: Partial<Record<CallName, unknown>> = {};
  for (const name of Object.keys(callRules).filter(isCall))
    calls[name] = (...args: ArgumentsOf<typeof name>) => makeCall(name, args);
  return calls;
}
