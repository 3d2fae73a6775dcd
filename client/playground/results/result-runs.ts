/** The runs of the page, and the messages that bring them to the results page. */
import type { RunFinishMessage, ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { TableState } from '#shared/protocol/results.ts';
import { type Progress, releaseNotification, type RunResult } from '#shared/protocol/run.ts';
import { text } from '../playground-texts.ts';
import type { RunServer } from './run-server.ts';

/** A place of the query in a text, as LSP counts. */
export interface QueryPlace {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}

interface PageRun {
  /** Absent = it is a statement about stored rows. */
  readonly place?: QueryPlace;
  readonly sql?: string;
  cancel: AbortController | undefined;
  /** The pattern of the addresses of pages, with `$1` for the title; absent = unknown. */
  pageUrl?: string | undefined;
}

/** Maximum runs whose rows are kept: a browser has less room than the editor. */
const mostRuns = 4;
/** The number of rows that **Load More** adds. */
const step = 500;

type Counts = Pick<RunResult, 'rows' | 'requests' | 'total'>;

export class ResultRuns {
  readonly #server: RunServer;
  readonly #send: (message: ToResultsPanel) => void;
  readonly #runs = new Map<string, PageRun>();

  constructor(server: RunServer, send: (message: ToResultsPanel) => void) {
    this.#server = server;
    this.#send = send;
  }

  get(id: string): Readonly<PageRun> | undefined {
    return this.#runs.get(id);
  }

  /** Shows a run from its beginning to its end. @param ask sends the request for it */
  async follow(
    about: Pick<PageRun, 'place' | 'sql'>,
    ask: (run: string, signal: AbortSignal) => Promise<RunResult>,
  ): Promise<RunResult | undefined> {
    for (const old of [...this.#runs.keys()].slice(0, -mostRuns + 1)) this.#forget(old);
    const id = crypto.randomUUID();
    this.#runs.set(id, { ...about, cancel: undefined });
    this.#send({ type: 'start', run: id, title: '', file: '', layouts: {}, step });
    return this.continue(id, signal => ask(id, signal));
  }

  /** Adds what a request brings to a run; `undefined` = the server did not answer. */
  async continue(
    id: string,
    ask: (signal: AbortSignal) => Promise<RunResult>,
  ): Promise<RunResult | undefined> {
    const run = this.#runs.get(id);
    if (run === undefined || run.cancel !== undefined) return undefined;
    const cancel = new AbortController();
    run.cancel = cancel;
    try {
      const result = await ask(cancel.signal);
      run.pageUrl = result.pageUrl ?? run.pageUrl;
      this.#send(finishOf(result, run.pageUrl !== undefined));
      return result;
    } catch {
      this.#send(finishOf(unansweredRun(id), false));
      return undefined;
    } finally {
      run.cancel = undefined;
    }
  }

  cancel(id: string): void {
    this.#runs.get(id)?.cancel?.abort();
  }

  progress(progress: Progress): void {
    const run = this.#runs.get(progress.run);
    if (run === undefined) return;
    run.pageUrl = progress.pageUrl ?? run.pageUrl;
    this.#send({
      type: 'progress',
      run: progress.run,
      title: progress.title,
      site: siteOf(progress),
      links: run.pageUrl !== undefined,
      ...countsOf(progress),
      ...(progress.wait && { wait: progress.wait }),
      ...(progress.source && { source: progress.source }),
      ...(progress.planned !== undefined && { planned: progress.planned }),
    });
  }

  table(state: TableState): void {
    if (this.#runs.has(state.run)) this.#send({ type: 'table', ...state });
  }

  #forget(id: string): void {
    this.cancel(id);
    this.#runs.delete(id);
    this.#send({ type: 'forget', run: id });
    this.#server.tell(releaseNotification, { run: id });
  }
}

const siteOf = ({ site }: Pick<RunResult, 'site'>): string => (site === undefined ? '' : hostOf(site.url));

/** The page has one site of each kind, so its address says more than its name. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const countsOf = ({ rows, requests, total }: Counts): Counts => ({
  rows,
  requests,
  ...(total !== undefined && { total }),
});

const finishOf = (result: RunResult, links: boolean): RunFinishMessage => ({
  type: 'finish',
  run: result.run,
  title: result.title,
  site: siteOf(result),
  links,
  status: result.status,
  ...countsOf(result),
  milliseconds: result.milliseconds,
  notices: result.notices,
  ...(result.continues === true && { continues: true }),
});

const unansweredRun = (run: string): RunResult => ({
  run,
  title: '',
  status: 'failed',
  rows: 0,
  requests: 0,
  milliseconds: 0,
  notices: [{ severity: 'error', code: '', message: text('failed') }],
});
