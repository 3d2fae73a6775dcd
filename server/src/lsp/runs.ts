import type { Connection } from 'vscode-languageserver';
import { contactRemark } from '../common/contact.ts';
import { givenTitle, queryTitle } from '../common/query-title.ts';
import type { QueryContext, QueryView } from '../language/service.ts';
import type { OffendingRow } from '../expectations/verdict.ts';
import type { JudgeResult, OffendingRowResult, VerdictResult } from '../protocol/expectations.ts';
import type { Notice } from '../protocol/notice.ts';
import { type TableState, tableNotification } from '../protocol/results.ts';
import { type RunResult, type TableHeader, progressNotification } from '../protocol/run.ts';
import type { Site, SiteKind } from '../protocol/sites.ts';
import type { CheckResult } from '../protocol/watch.ts';
import { limitOption, viewOption } from '../queryfile/run-options.ts';
import type { RunProgress, RunReport, RunSink } from '../remote/remote.ts';
import { notify } from './custom-requests.ts';
import { Converter } from './convert.ts';
import { isReadable, longestQuery } from '../checking/readable.ts';
import { applyColumns } from './columns-directive.ts';
import { judgeQuery, rowLink } from './expected-results.ts';
import { applyChart } from './chart-directive.ts';
import { applyGroup, groupProblems } from './group-directive.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import { siteMissing, siteOf, siteOfKind, wikiPageUrl } from './query-site.ts';

interface Run {
  readonly place: QueryPlace;
  readonly title: string;
  readonly asked: RunResult['asked'];
  readonly site: Site;
  /** Its messages are not shown in the file: nobody asked for it, or another site than the query's own ran it. */
  readonly isSilent: boolean;
  /** Learns of the tables as their rows come. */
  readonly receive: (state: TableState) => void;
  /** Its tables as they are by now, by their ids. */
  readonly tables: Map<string, TableHeader>;
}

/** How a query runs. */
interface RunOptions {
  /** Learns of its tables instead of the client. */
  readonly receive?: (state: TableState) => void;
  /** Nobody asked for it. Default: false. */
  readonly isBackground?: boolean;
  /** The name of the site to run at; default: the query's own. */
  readonly site?: string | undefined;
}

type Checked = { readonly site: Site } | { readonly site?: Site; readonly refusal: Notice };

/** Runs queries for the client's panels: from a place in a document to rows and notices. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  /** What was said of the contact: once is enough. */
  readonly #remarked = new Set<string>();
  readonly #connection: Connection;
  readonly #workspace: Workspace;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /**
   * Runs the query at a place; every outcome is a result with notices.
   *
   * @param receive learns of its tables instead of the client
   * @param isBackground it never signs in, and ends where the site is busy
   */
  async run(
    run: string,
    place: QueryPlace,
    signal: AbortSignal,
    { receive, isBackground = false, site: siteName }: RunOptions = {},
  ): Promise<RunResult> {
    const { document, placed, view, language } = place;
    const { settings, runtime } = this.#workspace;
    const context = this.#workspace.contextOf(document.uri);
    const title = queryTitle(view.block)?.text ?? '';
    const checked = this.check(place, siteName);
    const refuse = (notice: Notice): RunResult => ({
      run,
      title,
      ...(checked.site && { site: checked.site }),
      status: 'failed',
      rows: 0,
      requests: 0,
      milliseconds: 0,
      notices: [notice],
    });
    if ('refusal' in checked) return refuse(checked.refusal);
    const { site } = checked;
    const request = language.runner.prepare(view, context);
    if ('code' in request) {
      const { code, message, arguments: args, span } = request;
      return refuse({
        severity: 'error',
        code,
        message: language.wording(message ?? code, args),
        range: document.rangeIn(placed, span),
      });
    }
    const started: Run = {
      place,
      title,
      site,
      receive: receive ?? (state => notify(this.#connection, tableNotification, state)),
      isSilent: isBackground || siteName !== undefined,
      asked: askedBy(place, context),
      tables: new Map(),
    };
    this.#runs.set(run, started);
    const limit = limitOption(view.scope);
    const ownLimits = limit === undefined ? language.runner.ownLimits?.(view, context) : undefined;
    const wanted = {
      run,
      site,
      request,
      limit: limit ?? settings.limit,
      ...(ownLimits && { ownLimits }),
      ...(isBackground && { isBackground }),
    };
    this.#notify(run, started, { rows: 0, requests: 0 });
    return this.#result(run, started, await runtime.remote.run(wanted, this.#sink(run, started), signal));
  }

  /** Runs the query at a place in the background, and tells its rows apart. */
  async runInBackground(run: string, place: QueryPlace, signal: AbortSignal): Promise<CheckResult> {
    const states = new Map<string, TableState>();
    const receive = (state: TableState): void => void states.set(state.table.id, state);
    const result = await this.run(run, place, signal, { receive, isBackground: true });
    const { remote } = this.#workspace.runtime;
    const tables = await Promise.all(
      [...states.values()].map(async state => {
        const { id: table, columns } = state.table;
        const identities = await remote.identities({ run, table, columns });
        return identities ? [{ ...state, identities }] : [];
      }),
    );
    return { result, tables: tables.flat() };
  }

  /** Runs the query at a place, and judges what is expected of it; its rows are not kept. */
  async judge(
    run: string,
    place: QueryPlace,
    signal: AbortSignal,
    isBackground: boolean,
  ): Promise<JudgeResult> {
    try {
      const result = await this.run(run, place, signal, { receive: () => undefined, isBackground });
      const { site, status, rows, total, milliseconds, asked } = result;
      if (site === undefined || asked === undefined) return { result, verdicts: [] };
      const { document, placed, view, language } = place;
      const { runtime } = this.#workspace;
      const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
      const about = { ...asked, uri: document.uri, site: site.name };
      const options = { run, view, wording: language.wording, facts, about, now: runtime.now() };
      const judged = await judgeQuery(runtime.remote, options, signal);
      const verdicts = judged.map(
        ({ option: { text, directive, place: defined }, verdict }): VerdictResult => {
          const holder = defined === 'file' && placed.block.separated ? document.placed(0) : placed;
          const { isPassed, message, offending } = verdict;
          return {
            text,
            isPassed,
            message,
            range: document.rangeIn(holder, directive.span),
            rows: verdict.rows.map(row => rowResult(row, site)),
            others: offending - verdict.rows.length,
          };
        },
      );
      return { result, verdicts };
    } finally {
      this.release(run);
    }
  }

  /**
   * The site that a query runs at, or why it cannot run, as far as that is known before its request is made.
   *
   * @param other the name of a site instead of the query's own
   */
  check({ placed, view, language }: QueryPlace, other?: string): Checked {
    const { settings } = this.#workspace;
    const { kind } = language.runner;
    const { siteName, site } =
      other === undefined ? siteOf(view, settings, kind) : siteOfKind(settings, other, kind);
    if (site === undefined) return { refusal: this.#noSite(siteName, kind) };
    return isReadable(placed.block) ? { site } : { site, refusal: this.#tooLong(placed.block.text.length) };
  }

  /** Adds rows to a run; `undefined` = the run is not known any more. */
  async more(run: string, limit: number, signal: AbortSignal): Promise<RunResult | undefined> {
    const started = this.#runs.get(run);
    if (started === undefined) return undefined;
    const report = await this.#workspace.runtime.remote.more(run, limit, this.#sink(run, started), signal);
    return report && this.#result(run, started, report);
  }

  release(run: string): void {
    this.#runs.delete(run);
    this.#workspace.runtime.remote.release(run);
  }

  #sink(run: string, started: Run): RunSink {
    return {
      table: state => {
        const { view } = started.place;
        started.tables.set(state.table.id, state.table);
        started.receive({ run, ...state, table: headerOf(state.table, view) });
      },
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
    const context = this.#workspace.contextOf(document.uri);
    const problems = language.runner.place(view, context, report.errors, report.warnings);
    const index = document.blocks.indexOf(placed.block);
    if (index >= 0 && !started.isSilent) this.#workspace.diagnostics.answered(document, index, problems);
    const converter = index >= 0 ? new Converter(document, document.placed(index)) : undefined;
    const worded = problems.map((problem): Notice => ({
      severity: problem.severity === 'error' ? 'error' : 'warning',
      code: problem.code,
      message: language.wording(problem.message ?? problem.code, problem.arguments),
      ...(converter && { range: converter.range(problem.span) }),
    }));
    const grouping = groupProblems(view, [...started.tables.values()]).map(
      ({ code, message, span, arguments: args }): Notice => ({
        severity: 'warning',
        code,
        message: this.#workspace.runtime.wording(message, args),
        ...(converter && span && { range: converter.range(span) }),
      }),
    );
    const { errors: _errors, warnings: _warnings, notices, fault, ...outcome } = report;
    if (fault !== undefined) this.#workspace.fault('run', fault);
    const { asked } = started;
    return {
      run,
      ...headOf(started),
      ...(asked && { asked }),
      ...outcome,
      notices: [...notices, ...worded, ...grouping, ...this.#contactNotices(started)],
    };
  }

  /** Once for each: a site asks for a contact, and there is none, or one that nobody can use. */
  #contactNotices({ site, isSilent }: Run): Notice[] {
    const { settings, runtime } = this.#workspace;
    const code = contactRemark(site.url, settings.contact);
    if (code === undefined || isSilent || this.#remarked.has(code)) return [];
    this.#remarked.add(code);
    return [{ severity: 'information', code, message: runtime.wording(code), action: 'openSettings' }];
  }

  #tooLong(length: number): Notice {
    const code = 'query-too-long';
    const message = this.#workspace.runtime.wording(code, { length, longest: longestQuery });
    return { severity: 'error', code, message };
  }

  #noSite(name: string, kind: SiteKind): Notice {
    const { code, values } = siteMissing(this.#workspace.settings, name, kind);
    const message = this.#workspace.runtime.wording(code, values);
    return { severity: 'error', code, message, action: 'configureSite' };
  }
}

function rowResult(row: OffendingRow, site: Site): OffendingRowResult {
  const { name, value, kind } = row;
  const url = rowLink(row, site);
  return { name, value, ...(url !== undefined && { url }), ...(kind === 'issue' && { issue: name }) };
}

/** Characters of a query that are remembered. */
const longestRecord = 10_000;

/** A query without a title of its own goes by the first line of what it asks, which has nothing sensitive in it. */
function askedBy({ view, language }: QueryPlace, context: QueryContext): RunResult['asked'] {
  const query = language.runner.record(view, context).slice(0, longestRecord).toWellFormed();
  const given = givenTitle(view.block)?.text;
  return { title: given ?? query.split('\n', 1)[0] ?? '', query };
}

/** A table as the query's directives want it. */
const headerOf = (table: TableHeader, view: QueryView): TableHeader =>
  applyChart(applyGroup(applyColumns(table, view), view), view);

function headOf({ place, title, site }: Run): Pick<RunResult, 'title' | 'site' | 'pageUrl' | 'view'> {
  const view = viewOption(place.view.scope);
  return {
    title,
    site,
    ...(view && { view }),
    ...(place.language.runner.kind === 'wiki' && { pageUrl: wikiPageUrl(site.url) }),
  };
}
