import type { Connection } from 'vscode-languageserver';
import { contactRemark } from '../common/contact.ts';
import { wikiPageUrl } from '../common/page-address.ts';
import { queryTitle } from '../common/query-title.ts';
import type { Problem } from '../language/problem.ts';
import type { Notice } from '../protocol/notice.ts';
import { type TableState, tableNotification } from '../protocol/results.ts';
import { type RunResult, type TableHeader, progressNotification } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import { type Answers, bindAnswers } from '../queryfile/options/prompt-option.ts';
import { nameOf } from '../queryfile/query-names.ts';
import type { RunProgress, RunReport, RunSink } from '../remote/remote.ts';
import { notify } from './custom-requests.ts';
import { Converter } from './convert.ts';
import { canContinue } from '../chains/make-chain.ts';
import {
  chainAt,
  type ChainedProgress,
  chainedRun,
  type Link,
  ofSource,
  refusedChain,
  sourceOf,
} from './chained-run.ts';
import { groupProblems } from '../run/apply-group.ts';
import { headerFor } from '../run/apply-directives.ts';
import { sitesParts } from '../run/several-sites.ts';
import { askedBy, headOf, type RunHead } from './run-head.ts';
import { limitsOf } from '../run/run-limits.ts';
import type { SessionTables } from './session-tables.ts';
import { siteToRun } from './site-to-run.ts';
import type { QueryPlace, Workspace } from './workspace.ts';

interface Run extends RunHead {
  readonly asked: RunResult['asked'];
  /** Its messages are not shown in the file: nobody asked for it, or another site than the query's own ran it. */
  readonly isSilent: boolean;
  /** Learns of the tables as their rows come. */
  readonly receive: (state: TableState) => void;
  /** What was done before its own requests, for their values. */
  readonly source?: ReturnType<typeof sourceOf>;
  readonly announce: Announce;
  /** It stopped before it had what it was asked for. */
  isInterrupted?: boolean;
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
  /** The answers to its prompts. */
  readonly answers?: Answers | undefined;
  /** Learns how far it is instead of the client. */
  readonly announce?: Announce;
  /** Goes on with the query whose rows it uses, where that was interrupted. Default: false. */
  readonly continues?: boolean;
}

type Announce = (progress: ChainedProgress) => void;

/** Runs queries for the client's panels: from a place in a document to rows and notices. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  /** Those whose values were interrupted before anything was sent for them. */
  readonly #waiting = new Map<string, { readonly asked: QueryPlace; readonly options: RunOptions }>();
  /** The results that SQL can name. */
  readonly tables: SessionTables;
  /** What was said of the contact: once is enough. */
  readonly #remarked = new Set<string>();
  readonly #connection: Connection;
  readonly #workspace: Workspace;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.tables = workspace.tables;
  }

  /**
   * Runs the query at a place; every outcome is a result with notices.
   *
   * @param asked where the query is, before its prompts are answered
   */
  async run(
    run: string,
    asked: QueryPlace,
    signal: AbortSignal,
    options: RunOptions = {},
  ): Promise<RunResult> {
    const { receive, isBackground = false, site: siteName, answers = {}, continues = false } = options;
    this.#waiting.delete(run);
    if (!continues) this.#forgetSources(run);
    const { document, placed, language } = asked;
    const { settings, runtime } = this.#workspace;
    const context = this.#workspace.contextOf(document.uri);
    const title = queryTitle(placed.block)?.text ?? '';
    const checked = siteToRun(asked, this.#workspace, siteName);
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
    const refuseFor = ({ code, message, arguments: args, span }: Problem): RunResult =>
      refuse({
        severity: 'error',
        code,
        message: language.wording(message ?? code, args),
        range: document.rangeIn(placed, span),
      });
    if ('refusal' in checked) return refuse(checked.refusal);
    const { site, sites } = checked;
    const view = bindAnswers(asked.view, answers);
    if ('code' in view) return refuseFor(view);
    const chain = chainAt(asked);
    if (chain && 'code' in chain) return refuseFor(chain);
    const announce: Announce =
      options.announce ??
      (progress => this.#notify(run, { place: asked, title, site, ...(sites && { sites }) }, progress));
    const chainOptions = { isBackground, answers, continues, announce };
    const made =
      chain && (await this.#chain({ ...asked, view }, chain, { id: run, site, sites }, chainOptions, signal));
    if (made && 'problem' in made) {
      if (made.isInterrupted === true) this.#waiting.set(run, { asked, options });
      return refusedChain(refuseFor(made.problem), made, language.wording);
    }
    const place = { ...asked, view: made?.plan.view ?? view };
    const request = made?.plan.request ?? language.runner.prepare(view, context);
    if ('code' in request) return refuseFor(request);
    const parts = made?.plan.parts ?? (sites && sitesParts(sites, request));
    const started: Run = {
      place,
      title,
      site,
      ...(sites && { sites }),
      receive: receive ?? (state => notify(this.#connection, tableNotification, state)),
      isSilent: isBackground || siteName !== undefined,
      asked: askedBy(place, context),
      tables: new Map(),
      announce,
      ...(made && chain && { source: sourceOf(made, chain.reference, language.wording) }),
    };
    this.#runs.set(run, started);
    if (receive === undefined || isBackground) this.#noteTables(run, started);
    const wanted = {
      run,
      site,
      request,
      ...(parts && { parts }),
      ...limitsOf(place.view, place.language.runner, context, settings),
      ...(isBackground && { isBackground }),
    };
    this.#announce(started, { rows: 0, requests: 0 });
    return this.#result(run, started, await runtime.remote.run(wanted, this.#sink(run, started), signal));
  }

  /** Runs the query whose rows are values of the one at a place, and plans the requests for them. */
  #chain(
    place: QueryPlace,
    chain: Link,
    at: { readonly id: string; readonly site: Site; readonly sites: readonly Site[] | undefined },
    {
      isBackground,
      answers,
      continues,
      announce,
    }: Required<Pick<RunOptions, 'isBackground' | 'answers' | 'continues' | 'announce'>>,
    signal: AbortSignal,
  ): ReturnType<typeof chainedRun> {
    const { document, language } = place;
    const { runtime, views } = this.#workspace;
    const host = {
      remote: runtime.remote,
      keepsInterrupted: !isBackground,
      context: this.#workspace.contextOf(document.uri),
      placeOf: (source: Link['source']) => ({ ...views.of(source.document, source), language, offset: 0 }),
      run: async (run: string, source: QueryPlace) => {
        const options = {
          receive: () => undefined,
          isBackground,
          answers,
          announce: (progress: ChainedProgress) => announce(ofSource(progress, chain.reference.query)),
        };
        const result =
          (continues ? await this.more(run, 0, signal) : undefined) ??
          (await this.run(run, source, signal, options));
        const started = this.#runs.get(run);
        const tables = [...(started?.tables.values() ?? [])].map(table =>
          headerFor(table, started?.place.view ?? source.view),
        );
        if (result.continues !== true) this.#runs.delete(run);
        return { result, tables };
      },
      confirm: async (question: string): Promise<boolean> => {
        if (isBackground) return false;
        const yes = { title: language.wording('chain-run', {}) };
        return (await this.#connection.window.showWarningMessage(question, yes))?.title === yes.title;
      },
    };
    return chainedRun(host, place, chain, at);
  }

  /** Adds rows to a run; `undefined` = the run is not known any more. */
  async more(run: string, limit: number, signal: AbortSignal): Promise<RunResult | undefined> {
    const waiting = this.#waiting.get(run);
    if (waiting) return this.run(run, waiting.asked, signal, { ...waiting.options, continues: true });
    const started = this.#runs.get(run);
    if (started === undefined) return undefined;
    const added = started.isInterrupted === true ? 0 : limit;
    const report = await this.#workspace.runtime.remote.more(run, added, this.#sink(run, started), signal);
    return report && this.#result(run, started, report);
  }

  release(run: string): void {
    this.#runs.delete(run);
    this.#waiting.delete(run);
    this.#forgetSources(run);
    this.tables.forget(run);
    this.#workspace.runtime.remote.release(run);
  }

  /** The queries that were interrupted before this one. */
  #forgetSources(run: string): void {
    const own = [...this.#runs.keys(), ...this.#waiting.keys()].filter(each => each.startsWith(`${run} `));
    for (const each of own) {
      this.#runs.delete(each);
      this.#waiting.delete(each);
      this.#workspace.runtime.remote.release(each);
    }
  }

  #sink(run: string, started: Run): RunSink {
    return {
      table: state => {
        const { view } = started.place;
        started.tables.set(state.table.id, state.table);
        this.#workspace.ran.receive(run, started.place, state.table, state.rows);
        const shown = { run, ...state, table: headerFor(state.table, view) };
        this.tables.receive(shown);
        started.receive(shown);
      },
      progress: progress => this.#announce(started, progress),
    };
  }

  #noteTables(run: string, { place: { document, view }, title, site, sites }: Run): void {
    const name = nameOf(view.block)?.value.text ?? '';
    const time = this.#workspace.runtime.now();
    const pageUrl = site.kind === 'wiki' ? { pageUrl: wikiPageUrl(site.url) } : {};
    // A value alone does not say which of several sites has it.
    const place = sites === undefined ? { site, ...pageUrl } : {};
    this.tables.begin({ run, name, uri: document.uri, title, time }, place);
  }

  #announce({ source, announce }: Run, progress: RunProgress): void {
    const requests = progress.requests + (source?.requests ?? 0);
    announce({ ...progress, requests, ...(source && { planned: source.requests + source.planned }) });
  }

  #notify(run: string, head: RunHead, progress: ChainedProgress): void {
    notify(this.#connection, progressNotification, { run, ...headOf(head), ...progress });
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
    started.isInterrupted = canContinue(report);
    const { asked } = started;
    return {
      run,
      ...headOf(started),
      ...(asked && { asked }),
      ...outcome,
      ...(started.isInterrupted && { continues: true }),
      requests: outcome.requests + (started.source?.requests ?? 0),
      notices: [
        ...(started.source?.notices ?? []),
        ...notices,
        ...worded,
        ...grouping,
        ...this.#contactNotices(started),
      ],
    };
  }

  /** Once for each: a site asks for a contact, and it is missing or unusable. */
  #contactNotices({ site, isSilent }: Run): Notice[] {
    const { settings, runtime } = this.#workspace;
    const code = contactRemark(site.url, settings.contact);
    if (code === undefined || isSilent || this.#remarked.has(code)) return [];
    this.#remarked.add(code);
    return [{ severity: 'information', code, message: runtime.wording(code), action: 'openSettings' }];
  }
}
