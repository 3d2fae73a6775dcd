/**
 * The runs of one file. Each is requested from the server, can be cancelled and continued, and is removed when there
 * are many.
 */
import * as vscode from 'vscode';
import { ErrorCodes, ResponseError, type Position } from 'vscode-languageclient';
import {
  countsOf,
  finishMessage,
  progressMessage,
  type RunCounts,
  type RunFinishMessage,
  type RunProgressMessage,
  type ToResultsPanel,
  unansweredRun,
} from '#shared/protocol/panel-messages.ts';
import type { TableState } from '#shared/protocol/results.ts';
import type { Progress, RunResult } from '#shared/protocol/run.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { CheckResult } from '#shared/protocol/watch.ts';
import { type Requests, ServerFailure } from '../requests.ts';
import { reasonOf, text } from '../texts.ts';

export interface Run {
  readonly id: string;
  readonly position: Position;
  /** The title of its query when it started. */
  readonly name: string;
  /** When it started, in milliseconds since 1970. */
  readonly started: number;
  title: string;
  pageUrl: string | undefined;
  /** The site; `undefined` = unknown so far, or none. */
  site: Site | undefined;
  /** The counts so far. */
  counts: RunCounts;
  /** The time of the last request for rows, in milliseconds on a monotonic clock. */
  askedAt: number;
  cancel: vscode.CancellationTokenSource | undefined;
  /** The last progress message to the panel, for a new document of it. */
  progress: RunProgressMessage | undefined;
  /** The end of the wait in `progress`, on the clock of `askedAt`. */
  waitEnd: number;
  finish: RunFinishMessage | undefined;
  /** The tables by their ids. */
  readonly tables: Map<string, TableState>;
  /** The names of the sides, if it is a comparison. */
  readonly compares: ComparisonNames | undefined;
  /** The statement about stored rows whose result it is. */
  sql?: string;
  /** Makes the comparison again, with new rows of the later side. */
  again?: Derived['again'];
}

/** The names of the sides of a comparison. */
export interface ComparisonNames {
  readonly before: string;
  readonly after: string;
}

/** A run that is made of stored rows. */
export interface Derived {
  /** The title of its original query. */
  readonly name: string;
  readonly position: Position;
  readonly site?: Site | undefined;
  readonly pageUrl?: string | undefined;
  readonly compares?: ComparisonNames;
  readonly again?: () => Promise<unknown>;
}

/** A query that the server has begun to run. */
export interface BegunRun extends Pick<Run, 'id' | 'position' | 'title' | 'askedAt'> {
  readonly cancel: vscode.CancellationTokenSource;
  readonly response: Promise<RunResult>;
}

/** The maximum number of runs of a panel. */
const keptRuns = 8;

export interface RunsEvents {
  readonly send: (message: ToResultsPanel) => void;
  /** The number of active runs changed. */
  readonly activity: () => void;
  /** A query has ended, or has more rows. */
  readonly ended: (run: Readonly<Run>, result: RunResult) => void;
  /** The panel removes a run; returns whether its rows are still used. */
  readonly keepRowsOf: (run: Run) => boolean;
}

export class Runs {
  readonly #requests: Requests;
  readonly #events: RunsEvents;
  readonly #runs = new Map<string, Run>();

  constructor(requests: Requests, events: RunsEvents) {
    this.#requests = requests;
    this.#events = events;
  }

  get(id: string): Readonly<Run> | undefined {
    return this.#runs.get(id);
  }

  /** The latest run; `undefined` = none. */
  get latest(): Readonly<Run> | undefined {
    return [...this.#runs.values()].at(-1);
  }

  /** The runs in the order in which they started. */
  get all(): Iterable<Readonly<Run>> {
    return this.#runs.values();
  }

  get underWay(): number {
    return [...this.#runs.values()].filter(run => run.cancel !== undefined).length;
  }

  /** Follows a run until it ends; `announce` tells the panel of the new run before anything of it arrives. */
  async follow(
    { id, position, title, cancel, askedAt, response }: BegunRun,
    announce: (run: Readonly<Run>) => void,
  ): Promise<RunResult> {
    const run = this.#add(id, position, title);
    announce(run);
    const result = await this.#finish(run, response, cancel, askedAt);
    this.#events.ended(run, result);
    return result;
  }

  /** Makes a run of stored rows; `announce` as for `follow`. */
  async derive(
    derived: Derived,
    request: (run: string, token: vscode.CancellationToken) => Promise<RunResult>,
    announce: (run: Readonly<Run>) => void,
  ): Promise<RunResult> {
    const run = this.#add(crypto.randomUUID(), derived.position, derived.name, derived.compares);
    run.site = derived.site;
    run.pageUrl = derived.pageUrl;
    run.again = derived.again;
    announce(run);
    return this.#ask(run, token => request(run.id, token));
  }

  /** Stores the answer of a statement as a run; `announce` as for `follow`. */
  async runSql(sql: string, announce: (run: Readonly<Run>) => void): Promise<RunResult> {
    const run = this.#add(crypto.randomUUID(), { line: 0, character: 0 }, '');
    run.sql = sql;
    announce(run);
    const result = await this.#ask(run, token => this.#requests.runSql({ run: run.id, sql }, token));
    this.#events.ended(run, result);
    return result;
  }

  /** Adds a run again that the panel had removed. */
  restore(run: Run): void {
    this.#forgetOldRuns();
    this.#runs.set(run.id, run);
  }

  #forgetOldRuns(): void {
    for (const old of [...this.#runs.values()].slice(0, -keptRuns + 1)) this.#forget(old);
  }

  #add(id: string, position: Position, title: string, compares?: ComparisonNames): Run {
    this.#forgetOldRuns();
    const run: Run = {
      compares,
      id,
      position,
      name: title,
      started: Date.now(),
      title,
      pageUrl: undefined,
      site: undefined,
      counts: { rows: 0, requests: 0 },
      askedAt: 0,
      cancel: undefined,
      progress: undefined,
      waitEnd: 0,
      finish: undefined,
      tables: new Map(),
    };
    this.#runs.set(run.id, run);
    return run;
  }

  /** Takes over a run that was made elsewhere, with its rows; `announce` as for `follow`. */
  adopt(position: Position, { result, tables }: CheckResult, announce: (run: Readonly<Run>) => void): void {
    const run = this.#add(result.run, position, result.title);
    announce(run);
    run.pageUrl = result.pageUrl;
    run.site = result.site;
    run.counts = countsOf(result);
    for (const state of tables) this.table(state);
    run.finish = finishMessage(result, shownSite(run, result));
    this.#events.send(run.finish);
    this.#events.ended(run, result);
  }

  async more(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (!run || run.cancel) return;
    this.#events.send({ type: 'resume', run: id });
    const result = await this.#ask(run, token => this.#requests.more({ run: id }, token));
    this.#events.ended(run, result);
  }

  cancel(id?: string): void {
    for (const run of this.#runs.values()) if (id === undefined || run.id === id) run.cancel?.cancel();
  }

  progress(progress: Progress): void {
    const run = this.#runs.get(progress.run);
    if (!run) return;
    run.title = progress.title;
    run.pageUrl = progress.pageUrl ?? run.pageUrl;
    run.site = progress.site ?? run.site;
    run.counts = countsOf(progress);
    run.waitEnd = performance.now() + 1000 * (progress.wait?.seconds ?? 0);
    run.progress = progressMessage(progress, shownSite(run, progress));
    this.#events.send(run.progress);
  }

  table(state: TableState): void {
    const run = this.#runs.get(state.run);
    if (!run) return;
    const { rows, changed } = state;
    const { newRows } = run.tables.get(state.table.id)?.table ?? {};
    // The server does not know which rows the user has looked at.
    const table = { ...(newRows && { newRows }), ...state.table };
    run.tables.set(table.id, { ...state, table });
    this.#events.send({ type: 'table', run: run.id, table, rows, changed });
  }

  /** Changes what the tables of a run say of their rows. */
  mark(id: string, marked: (tables: readonly TableState[]) => readonly TableState[]): void {
    for (const state of marked([...(this.#runs.get(id)?.tables.values() ?? [])])) this.table(state);
  }

  dispose(): void {
    for (const run of this.#runs.values()) this.#forget(run);
  }

  #ask(run: Run, request: (token: vscode.CancellationToken) => Promise<RunResult>): Promise<RunResult> {
    const cancel = new vscode.CancellationTokenSource();
    return this.#finish(run, request(cancel.token), cancel, performance.now());
  }

  async #finish(
    run: Run,
    response: Promise<RunResult>,
    cancel: vscode.CancellationTokenSource,
    askedAt: number,
  ): Promise<RunResult> {
    run.cancel = cancel;
    run.askedAt = askedAt;
    this.#events.activity();
    try {
      const result = await response.catch((error: unknown) => unanswered(run, error));
      run.title = result.title;
      run.pageUrl = result.pageUrl ?? run.pageUrl;
      run.site = result.site ?? run.site;
      run.counts = countsOf(result);
      run.finish = finishMessage(result, shownSite(run, result));
      this.#events.send(run.finish);
      return result;
    } finally {
      cancel.dispose();
      run.cancel = undefined;
      this.#events.activity();
    }
  }

  #forget(run: Run): void {
    run.cancel?.cancel();
    this.#runs.delete(run.id);
    this.#events.send({ type: 'forget', run: run.id });
    if (!this.#events.keepRowsOf(run)) this.#requests.release({ run: run.id }).catch(() => undefined);
  }
}

/** The messages that bring a new document of the panel to the current state of a run, after its `start`. */
export function replayOf({
  id,
  cancel,
  progress,
  waitEnd,
  finish,
  tables,
}: Readonly<Run>): readonly ToResultsPanel[] {
  return [
    ...(progress ? [withWaitUntil(waitEnd, progress)] : []),
    ...[...tables.values()].map(({ table, rows }) => ({
      type: 'table' as const,
      run: id,
      table,
      rows,
      changed: false,
    })),
    ...(finish ? [finish] : []),
    ...(finish && cancel ? [{ type: 'resume' as const, run: id }] : []),
  ];
}

/** The progress with the remaining time of its wait. */
function withWaitUntil(end: number, { wait, ...progress }: RunProgressMessage): RunProgressMessage {
  const seconds = (end - performance.now()) / 1000;
  return wait && seconds > 0 ? { ...progress, wait: { ...wait, seconds } } : progress;
}

/** The name of the site, or the number and names of several sites, and whether it has pages to open. */
const shownSite = (
  { pageUrl }: Run,
  { site, sites }: Pick<RunResult, 'site' | 'sites'>,
): Pick<RunFinishMessage, 'site' | 'links'> => ({
  site:
    sites === undefined
      ? (site?.name ?? '')
      : text('run.sites', { count: sites.length, names: sites.join(', ') }),
  links: pageUrl !== undefined,
});

/** Whether an error means that the server stopped before it answered. */
const isGone = (error: unknown): boolean =>
  error instanceof ServerFailure &&
  error.cause instanceof ResponseError &&
  (error.cause.code === ErrorCodes.PendingResponseRejected ||
    error.cause.code === ErrorCodes.ConnectionInactive);

/** The result when the server stopped or refused the request. */
const unanswered = ({ id, title, site, counts, askedAt }: Run, error: unknown): RunResult =>
  unansweredRun({ run: id, title, ...(site && { site }), ...counts }, performance.now() - askedAt, {
    message: isGone(error) ? text('run.serverStopped') : text('run.serverGone', { reason: reasonOf(error) }),
    action: 'retry',
  });
