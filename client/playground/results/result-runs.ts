/** The runs of the page, and the messages that bring them to the results page. */
import {
  finishMessage,
  progressMessage,
  type RunCounts,
  type RunFinishMessage,
  type ToResultsPanel,
  unansweredRun,
} from '#shared/protocol/panel-messages.ts';
import type { Position } from '#shared/protocol/notice.ts';
import type { TableState } from '#shared/protocol/results.ts';
import { type Progress, releaseNotification, type RunResult } from '#shared/protocol/run.ts';
import type { QueryLanguage } from '../page-link.ts';
import { text } from '../playground-texts.ts';
import type { PageRunRequests } from './page-run-requests.ts';

/** Where a query was when it was run. */
export interface QueryPlace {
  readonly language: QueryLanguage;
  readonly position: Position;
}

/** A run, as the server last described it. */
interface PageRun extends Pick<RunResult, 'title' | 'site' | 'pageUrl'>, RunCounts {
  /** The statement about stored rows whose result it is; absent = it is the result of a query. */
  readonly sql?: string;
  /** The place of its query; absent = it is the result of a statement. */
  readonly place?: QueryPlace;
}

/** Maximum runs whose rows are kept: a browser has less room than the editor. */
const maxRuns = 4;

export class ResultRuns {
  readonly #server: PageRunRequests;
  readonly #send: (message: ToResultsPanel) => void;
  readonly #runs = new Map<string, PageRun>();
  /** The requests under way, by the runs that they are for. */
  readonly #requests = new Map<string, AbortController>();

  constructor(server: PageRunRequests, send: (message: ToResultsPanel) => void) {
    this.#server = server;
    this.#send = send;
  }

  get(id: string): PageRun | undefined {
    return this.#runs.get(id);
  }

  /** Shows a run from its beginning to its end. @param ask sends the request for it */
  async follow(
    about: Pick<PageRun, 'sql' | 'place'>,
    ask: (run: string, signal: AbortSignal) => Promise<RunResult>,
  ): Promise<void> {
    for (const old of [...this.#runs.keys()].slice(0, -maxRuns + 1)) this.#forget(old);
    const id = crypto.randomUUID();
    this.#runs.set(id, { ...about, title: '', rows: 0, requests: 0 });
    this.#send({ type: 'start', run: id, title: '', file: '', started: Date.now(), layouts: {} });
    await this.continue(id, signal => ask(id, signal));
  }

  /** Adds what a request brings to a run, unless another one is under way. */
  async continue(id: string, ask: (signal: AbortSignal) => Promise<RunResult>): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined || this.#requests.has(id)) return;
    const request = new AbortController();
    this.#requests.set(id, request);
    const begin = performance.now();
    try {
      const result = await ask(request.signal).catch(() =>
        unansweredRun({ ...(this.#runs.get(id) ?? run), run: id }, performance.now() - begin, {
          message: text('failed'),
        }),
      );
      this.#send(finishMessage(result, this.#update(id, result)));
    } finally {
      this.#requests.delete(id);
    }
  }

  cancel(id: string): void {
    this.#requests.get(id)?.abort();
  }

  progress(progress: Progress): void {
    if (this.#runs.has(progress.run))
      this.#send(progressMessage(progress, this.#update(progress.run, progress)));
  }

  table(state: TableState): void {
    if (this.#runs.has(state.run)) this.#send({ type: 'table', ...state });
  }

  /** Takes what the server says of a run. @returns its site, as the page shows it */
  #update(id: string, said: Progress | RunResult): Pick<RunFinishMessage, 'site' | 'links'> {
    const run = { ...this.#runs.get(id), ...said };
    if (this.#runs.has(id)) this.#runs.set(id, run);
    return { site: run.site === undefined ? '' : hostOf(run.site.url), links: run.pageUrl !== undefined };
  }

  #forget(id: string): void {
    this.cancel(id);
    this.#runs.delete(id);
    this.#send({ type: 'forget', run: id });
    this.#server.notify(releaseNotification, { run: id });
  }
}

/** The page has one site of each kind, so its address says more than its name. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
