/** The calls from the server's thread to the network thread, and their messages. */
import type { SiteDescription } from '../../common/site-description.ts';
import type { Verdict } from '../../expectations/verdict.ts';
import type { Diagnosis } from '../../protocol/diagnose.ts';
import type { IssueResult } from '../../protocol/issue.ts';
import type { SessionState } from '../../protocol/login.ts';
import type { ExportParams, ExportResult, TableState } from '../../protocol/results.ts';
import type { CompareParams, KeepParams, KeepResult, OpenSnapshotParams } from '../../protocol/snapshots.ts';
import type { Site } from '../../protocol/sites.ts';
import type {
  FoundFilters,
  IssueRequest,
  JudgeRequest,
  OpenedSnapshot,
  Remote,
  RemoteSettings,
  RunProgress,
  RunOutcome,
  RunRequest,
  RunSink,
  SqlRunOutcome,
  SqlRunRequest,
  Suggestion,
  SuggestionRequest,
  Survey,
} from '../remote.ts';

/** The call of a method that is called as it is: without a signal and a sink. */
interface CallOf<
  Name extends
    | 'window'
    | 'cell'
    | 'identities'
    | 'statistics'
    | 'copy'
    | 'sqlSource'
    | 'comparisonText'
    | 'snapshots'
    | 'deleteSnapshot'
    | 'snapshotTables'
    | 'setAsideSnapshots',
> {
  arguments: Readonly<Parameters<Remote[Name]>>;
  answer: Awaited<ReturnType<Remote[Name]>>;
}

/** The arguments and result of each call. */
interface CallTypes {
  run: { arguments: readonly [request: RunRequest]; answer: RunOutcome };
  more: { arguments: readonly [run: string, limit: number]; answer: RunOutcome | undefined };
  raw: { arguments: readonly [run: string]; answer: string | undefined };
  window: CallOf<'window'>;
  cell: CallOf<'cell'>;
  identities: CallOf<'identities'>;
  statistics: CallOf<'statistics'>;
  copy: CallOf<'copy'>;
  sqlSource: CallOf<'sqlSource'>;
  export: { arguments: readonly [params: ExportParams]; answer: ExportResult | undefined };
  judge: { arguments: readonly [request: JudgeRequest]; answer: readonly Verdict[] };
  compare: { arguments: readonly [params: CompareParams]; answer: RunOutcome };
  comparisonText: CallOf<'comparisonText'>;
  keep: { arguments: readonly [params: KeepParams]; answer: KeepResult };
  snapshots: CallOf<'snapshots'>;
  openSnapshot: { arguments: readonly [params: OpenSnapshotParams]; answer: OpenedSnapshot };
  deleteSnapshot: CallOf<'deleteSnapshot'>;
  setAsideSnapshots: CallOf<'setAsideSnapshots'>;
  snapshotTables: CallOf<'snapshotTables'>;
  runSql: { arguments: readonly [request: SqlRunRequest]; answer: SqlRunOutcome };
  issue: { arguments: readonly [request: IssueRequest]; answer: IssueResult };
  describe: { arguments: readonly [site: Site]; answer: SiteDescription | undefined };
  survey: { arguments: readonly [site: Site]; answer: Survey };
  diagnose: { arguments: readonly [site: Site]; answer: Diagnosis };
  filters: { arguments: readonly [site: Site, id: string | undefined]; answer: FoundFilters };
  projects: { arguments: readonly [site: Site]; answer: readonly string[] | undefined };
  suggest: {
    arguments: readonly [site: Site, request: SuggestionRequest];
    answer: readonly Suggestion[] | undefined;
  };
  signIn: { arguments: readonly [site: Site]; answer: SessionState };
  signOut: { arguments: readonly [site: Site, account: string | undefined]; answer: SessionState };
  sessionState: { arguments: readonly [site: Site]; answer: SessionState };
}
export type CallName = keyof CallTypes;
export type ArgumentsOf<Name extends CallName> = CallTypes[Name]['arguments'];
export type AnswerOf<Name extends CallName> = CallTypes[Name]['answer'];

/** Executes a call with the remote in the worker. */
type Method<Name extends CallName> = (
  remote: Remote,
  args: ArgumentsOf<Name>,
  signal: AbortSignal,
  sink: RunSink,
) => Promise<AnswerOf<Name>>;

const methods: { readonly [Name in CallName]: Method<Name> } = {
  run: (remote, [request], signal, sink) => remote.run(request, sink, signal),
  more: (remote, [run, limit], signal, sink) => remote.more(run, limit, sink, signal),
  raw: (remote, [run]) => remote.raw(run),
  window: (remote, [params]) => remote.window(params),
  cell: (remote, [params]) => remote.cell(params),
  identities: (remote, [params]) => remote.identities(params),
  statistics: (remote, [params]) => remote.statistics(params),
  copy: (remote, [params]) => remote.copy(params),
  sqlSource: (remote, [runs]) => remote.sqlSource(runs),
  export: (remote, [params], signal, sink) =>
    remote.export(params, (rows, total) => sink.progress({ rows, total, requests: 0 }), signal),
  judge: (remote, [request], signal) => remote.judge(request, signal),
  compare: (remote, [params], signal, sink) => remote.compare(params, sink, signal),
  comparisonText: (remote, [params]) => remote.comparisonText(params),
  keep: (remote, [params], signal) => remote.keep(params, signal),
  snapshots: remote => remote.snapshots(),
  openSnapshot: (remote, [params], signal, sink) => remote.openSnapshot(params, sink, signal),
  deleteSnapshot: (remote, [snapshot]) => remote.deleteSnapshot(snapshot),
  setAsideSnapshots: remote => remote.setAsideSnapshots(),
  snapshotTables: remote => remote.snapshotTables(),
  runSql: (remote, [request], signal, sink) => remote.runSql(request, sink, signal),
  issue: (remote, [request], signal) => remote.issue(request, signal),
  describe: (remote, [site], signal) => remote.describe(site, signal),
  survey: (remote, [site], signal) => remote.survey(site, signal),
  diagnose: (remote, [site], signal) => remote.diagnose(site, signal),
  filters: (remote, [site, id], signal) => remote.filters(site, id, signal),
  projects: (remote, [site], signal) => remote.projects(site, signal),
  suggest: (remote, [site, request], signal) => remote.suggest(site, request, signal),
  signIn: (remote, [site], signal) => remote.signIn(site, signal),
  signOut: (remote, [site, account], signal) => remote.signOut(site, signal, account),
  sessionState: (remote, [site]) => remote.sessionState(site),
};

/** Calls without side effects: repeated if the thread ends during one. */
export const repeatable: ReadonlySet<CallName> = new Set([
  'window',
  'cell',
  'identities',
  'statistics',
  'copy',
  'sqlSource',
  'comparisonText',
  'snapshots',
  'snapshotTables',
  'describe',
  'diagnose',
  'filters',
  'projects',
  'suggest',
  'sessionState',
]);

/** Calls that a user cancels: a thread that does not confirm that is blocked. */
export const watched: ReadonlySet<CallName> = new Set([
  'run',
  'more',
  'export',
  'judge',
  'compare',
  'keep',
  'openSnapshot',
  'runSql',
  'issue',
  'survey',
  'diagnose',
  'filters',
  'signIn',
  'signOut',
]);

/** `call`: the number that the result repeats. */
export interface Call<Name extends CallName = CallName> {
  readonly kind: 'call';
  readonly call: number;
  readonly name: Name;
  readonly args: ArgumentsOf<Name>;
}
export interface Answer<Name extends CallName = CallName> {
  readonly kind: 'answer';
  readonly call: number;
  readonly name: Name;
  readonly answer: AnswerOf<Name>;
}
export const isAnswerTo = <Name extends CallName>(message: FromCall, name: Name): message is Answer<Name> =>
  message.kind === 'answer' && message.name === name;

/** Executes a call in the worker. */
export const make = <Name extends CallName>(
  { name, args }: Call<Name>,
  remote: Remote,
  signal: AbortSignal,
  sink: RunSink,
): Promise<AnswerOf<Name>> => methods[name](remote, args, signal, sink);

export type ToWorker =
  | Call
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'configure'; readonly settings: RemoteSettings }
  | { readonly kind: 'release'; readonly run: string }
  /** The vault's result. */
  | {
      readonly kind: 'secret';
      readonly question: number;
      readonly value?: string | undefined;
      readonly failed?: true;
    };

/** Messages of the worker about a call. */
export type FromCall =
  /** The call has started. */
  | { readonly kind: 'begun'; readonly call: number }
  | { readonly kind: 'table'; readonly call: number; readonly state: Omit<TableState, 'run'> }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: RunProgress }
  /** The worker has cancelled the call; the result follows. */
  | { readonly kind: 'aborted'; readonly call: number }
  | Answer
  | Thrown;

/** An internal error. Its message stays in the worker, because it could quote a secret. */
interface Thrown {
  readonly kind: 'thrown';
  readonly call: number;
  readonly name: string;
  /** The lines of the stack trace. */
  readonly frames: readonly string[];
}

export function thrownBy(call: number, error: unknown): Thrown {
  const { name, stack = '' } = error instanceof Error ? error : new Error(typeof error);
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line));
  return { kind: 'thrown', call, name, frames };
}

/** For the log, as if it was thrown in this thread. */
export const errorOf = ({ name, frames }: Thrown): Error =>
  Object.assign(new Error(name), { name, stack: [name, ...frames].join('\n') });

/** Messages of the worker that belong to no call: a request to the vault, or a changed session. */
export type WorkerMessage =
  | {
      readonly kind: 'vault';
      readonly question: number;
      readonly operation: 'get' | 'set' | 'delete';
      readonly key: string;
      /** Of a `get`: the name of the site. */
      readonly site?: string;
      /** Of a `set`. */
      readonly value?: string;
    }
  | { readonly kind: 'sessionChanged'; readonly site: Site; readonly state: SessionState };

export type FromWorker = FromCall | WorkerMessage;
