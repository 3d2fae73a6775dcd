import type { Connection } from 'vscode-languageserver';
import { queryTitle } from '../common/query-title.ts';
import type { QueryView } from '../language/service.ts';
import type { Notice } from '../protocol/notice.ts';
import { type RowsParams, type RunResult, progressNotification, rowsNotification } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import type { RunProgress, RunReport, RunSink } from '../remote/remote.ts';
import { notify } from './custom-requests.ts';
import { Converter } from './convert.ts';
import { isReadable, longestQuery } from './documents.ts';
import { applyColumns } from './columns-directive.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import { limitOf, siteMissing, siteOf, wikiPageUrl } from './sites.ts';

interface Run {
  readonly place: QueryPlace;
  readonly title: string;
  readonly site: Site;
  /** Takes the rows as they come. */
  readonly receive: (rows: RowsParams) => void;
}

/** Runs queries for the client's panels: from a place in a document to rows and notices. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  readonly #connection: Connection;
  readonly #session: Workspace;

  constructor(connection: Connection, session: Workspace) {
    this.#connection = connection;
    this.#session = session;
  }

  /** Runs the query at a place; every outcome is a result with notices. `receive` takes the rows instead of the client. */
  async run(
    run: string,
    place: QueryPlace,
    signal: AbortSignal,
    receive: (rows: RowsParams) => void = rows => notify(this.#connection, rowsNotification, rows),
  ): Promise<RunResult> {
    const { document, placed, view, language } = place;
    const { settings, around, runtime } = this.#session;
    const title = queryTitle(view.block)?.text ?? '';
    const { siteName, site } = siteOf(view, settings, language.runner.kind);
    const refuse = (notice: Notice): RunResult => ({
      run,
      title,
      ...(site && { site }),
      status: 'failed',
      rows: 0,
      requests: 0,
      milliseconds: 0,
      notices: [notice],
    });
    if (site === undefined) return refuse(this.#noSite(siteName));
    if (!isReadable(placed.block)) return refuse(this.#tooLong(placed.block.text.length));
    const request = language.runner.prepare(view, around);
    if ('code' in request) {
      const { code, message, arguments: args, span } = request;
      return refuse({
        severity: 'error',
        code,
        message: language.wording(message ?? code, args),
        range: document.rangeIn(placed, span),
      });
    }
    const started: Run = { place, title, site, receive };
    this.#runs.set(run, started);
    const order = { run, site, request, limit: limitOf(view, settings) };
    this.#notify(run, started, { rows: 0, requests: 0 });
    return this.#result(run, started, await runtime.remote.run(order, this.#sink(run, started), signal));
  }

  /** Adds rows to a run; `undefined` = the run is not known any more. */
  async more(run: string, limit: number, signal: AbortSignal): Promise<RunResult | undefined> {
    const started = this.#runs.get(run);
    if (started === undefined) return undefined;
    const report = await this.#session.runtime.remote.more(run, limit, this.#sink(run, started), signal);
    return report && this.#result(run, started, report);
  }

  release(run: string): void {
    this.#runs.delete(run);
    this.#session.runtime.remote.release(run);
  }

  #sink(run: string, started: Run): RunSink {
    return {
      rows: part => started.receive({ run, ...part, table: applyColumns(part.table, started.place.view) }),
      progress: progress => this.#notify(run, started, progress),
    };
  }

  #notify(run: string, started: Run, progress: RunProgress): void {
    notify(this.#connection, progressNotification, {
      run,
      ...headOf(started),
      ...progress,
    });
  }

  #result(run: string, started: Run, report: RunReport): RunResult {
    const { document, placed, view, language } = started.place;
    const problems = language.runner.place(view, this.#session.around, report.errors, report.warnings);
    const index = document.blocks.indexOf(placed.block);
    if (index >= 0) this.#session.diagnostics.answered(document, index, problems);
    const converter = index >= 0 ? new Converter(document, document.placed(index)) : undefined;
    const worded = problems.map((problem): Notice => ({
      severity: problem.severity === 'error' ? 'error' : 'warning',
      code: problem.code,
      message: language.wording(problem.message ?? problem.code, problem.arguments),
      ...(converter && { range: converter.range(problem.span) }),
    }));
    const { errors: _errors, warnings: _warnings, notices, fault, ...outcome } = report;
    if (fault !== undefined) this.#session.fault('run', fault);
    return { run, ...headOf(started), ...outcome, notices: [...notices, ...worded] };
  }

  #tooLong(length: number): Notice {
    const code = 'query-too-long';
    const message = this.#session.runtime.wording(code, { length, longest: longestQuery });
    return { severity: 'error', code, message };
  }

  #noSite(name: string): Notice {
    const { code, values } = siteMissing(this.#session.settings, name);
    const message = this.#session.runtime.wording(code, values);
    return { severity: 'error', code, message, action: 'configureSite' };
  }
}

const headOf = ({ place, title, site }: Run): Pick<RunResult, 'title' | 'site' | 'pageUrl' | 'view'> => ({
  title,
  site,
  ...viewOf(place.view),
  ...(place.language.runner.kind === 'wiki' && { pageUrl: wikiPageUrl(site.url) }),
});

function viewOf({ scope }: QueryView): Pick<RunResult, 'view'> {
  const view = scope.directive('view')?.directive.value.text;
  return view === 'table' || view === 'json' ? { view } : {};
}
