/** The runs of the client's panels: each is planned, begun, continued and forgotten here. */
import type { Connection } from 'vscode-languageserver';
import { contactRemark } from '#shared/base/contact.ts';
import { wikiPageUrl } from '#shared/base/site-address.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { type TableState, tableNotification } from '#shared/protocol/results.ts';
import { type RunResult, type TableHeader, progressNotification } from '#shared/protocol/run.ts';
import type { Answers } from '../query-file/options/prompt-option.ts';
import { nameOf } from '../query-file/query-names.ts';
import type { RunProgress, RunOutcome, RunSink } from '../network/backend.ts';
import { groupProblems, applyDirectives } from '../runs/apply-directives.ts';
import { type ChainedRun, planRun, type ReadyRun, type RunPlan } from '../runs/plan-run.ts';
import { canContinue, type CompletedChain, runChain, type StoppedChain } from '../runs/run-chain.ts';
import { runText } from '../runs/run-problems.ts';
import type { RunConditions } from '../runs/run-query.ts';
import { Converter } from './features/convert.ts';
import { notify } from './requests/custom-requests.ts';
import {
  askedBy,
  type ChainedProgress,
  headOf,
  progressOfSource,
  refusedRun,
  type RunSource,
  sourceOfRun,
  stoppedRun,
} from './run-results.ts';
import type { SessionTables } from './session-tables.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import { eachOnce, problemMessage } from '#shared/base/text/problem.ts';

interface Run {
  readonly plan: ReadyRun;
  /** Its messages are not shown in the file: the user did not start the run, or another site than the query's own ran it. */
  readonly isSilent: boolean;
  /** Learns of the tables as their rows come. */
  readonly receive: (state: TableState) => void;
  /** The run of the query whose rows it uses. */
  readonly source?: RunSource;
  readonly announce: Announce;
  /** The run stopped before it had all rows that it was asked for. */
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
  /** The answers to its prompts, as far as they are known. */
  readonly answers?: Answers | undefined;
  /** Asks the user for the other answers. Default: the prompts have their defaults. */
  readonly ask?: RunConditions['ask'];
}

/** How a planned query runs. */
interface StartOptions extends Pick<RunOptions, 'receive' | 'isBackground' | 'site'> {
  /** Learns how far it is instead of the client. */
  readonly announce?: Announce;
  /** Continues the query whose rows it uses, where that was interrupted. Default: false. */
  readonly continues?: boolean;
}

type Announce = (progress: ChainedProgress) => void;

/** Runs queries for the client's panels: from a place in a document to rows and notices. */
export class Runs {
  readonly #runs = new Map<string, Run>();
  /** The chained runs that were interrupted before anything was sent for their values. */
  readonly #waiting = new Map<string, { readonly plan: RunPlan; readonly options: StartOptions }>();
  /** The results that SQL can name. */
  readonly tables: SessionTables;
  /** The remarks about the contact that were shown: each is shown once. */
  readonly #remarked = new Set<string>();
  readonly #connection: Connection;
  readonly #workspace: Workspace;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.tables = workspace.tables;
  }

  /** Runs the query at a place; every outcome is a result with notices. */
  async run(
    run: string,
    place: QueryPlace,
    signal: AbortSignal,
    { answers, ask, ...options }: RunOptions = {},
  ): Promise<RunResult> {
    const plan = await planRun(place, {
      purpose: options.isBackground === true ? 'background' : 'editor',
      settings: this.#workspace.settings,
      context: this.#workspace.contextOf(place.document.uri),
      site: options.site,
      answers,
      ask,
      confirm: options.isBackground === true ? undefined : count => this.#confirm(count),
    });
    return 'code' in plan ? refusedRun(run, place, plan) : this.#start(run, plan, signal, options);
  }

  async #start(run: string, plan: RunPlan, signal: AbortSignal, options: StartOptions): Promise<RunResult> {
    const { receive, isBackground = false, continues = false } = options;
    this.#waiting.delete(run);
    if (!continues) this.#forgetSources(run);
    const announce = options.announce ?? (progress => this.#notify(run, plan, progress));
    const chain =
      'chain' in plan ? await this.#chain(run, plan, signal, { ...options, announce }) : undefined;
    if (chain && 'problem' in chain) {
      if (chain.isInterrupted === true) this.#waiting.set(run, { plan, options });
      return stoppedRun(run, chain);
    }
    const ready = 'chain' in plan ? chain!.ready : plan;
    const started: Run = {
      plan: ready,
      receive: receive ?? (state => notify(this.#connection, tableNotification, state)),
      isSilent: isBackground || options.site !== undefined,
      tables: new Map(),
      announce,
      ...(chain && { source: sourceOfRun(chain) }),
    };
    this.#runs.set(run, started);
    if (receive === undefined || isBackground) this.#noteTables(run, ready);
    const request = { run, site: ready.site, ...ready.request, ...(isBackground && { isBackground }) };
    this.#announce(started, { rows: 0, requests: 0 });
    const { backend } = this.#workspace.runtime;
    return this.#result(run, started, await backend.run(request, this.#sink(run, started), signal));
  }

  /** Runs the query whose rows are values of another one, and makes the requests for them. */
  #chain(
    run: string,
    plan: ChainedRun,
    signal: AbortSignal,
    { isBackground = false, continues = false, announce }: StartOptions & { readonly announce: Announce },
  ): Promise<CompletedChain | StoppedChain> {
    const { runtime, settings } = this.#workspace;
    const options: StartOptions = {
      receive: () => undefined,
      isBackground,
      announce: progress => announce(progressOfSource(progress, plan.chain.reference.query)),
    };
    const host = {
      backend: runtime.backend,
      settings,
      keepsInterrupted: !isBackground,
      runSource: async (id: string, source: RunPlan) => {
        const result =
          (continues ? await this.more(id, signal) : undefined) ??
          (await this.#start(id, source, signal, options));
        const started = this.#runs.get(id);
        const view = started?.plan.query.view ?? source.query.view;
        const tables = [...(started?.tables.values() ?? [])].map(table => applyDirectives(table, view));
        if (result.continues !== true) this.#runs.delete(id);
        return { ...result, tables };
      },
      confirm: async (count: number): Promise<boolean> => !isBackground && this.#confirm(count),
    };
    return runChain(host, plan, run);
  }

  /** Asks the user whether a query may take this number of requests. */
  async #confirm(count: number): Promise<boolean> {
    const yes = { title: runText('chain-run') };
    const question = runText('chain-confirm', { count });
    return (await this.#connection.window.showWarningMessage(question, yes))?.title === yes.title;
  }

  /** Adds rows to a run, or continues it; `undefined` = the run is not known any more. */
  async more(run: string, signal: AbortSignal): Promise<RunResult | undefined> {
    const waiting = this.#waiting.get(run);
    if (waiting) return this.#start(run, waiting.plan, signal, { ...waiting.options, continues: true });
    const started = this.#runs.get(run);
    if (started === undefined) return undefined;
    const added = started.isInterrupted === true ? 0 : stepOf(started.plan);
    const outcome = await this.#workspace.runtime.backend.more(run, added, this.#sink(run, started), signal);
    return outcome && this.#result(run, started, outcome);
  }

  /** The tables of a run by now; none if the run is not known any more. */
  tablesOf(run: string): readonly TableHeader[] {
    return [...(this.#runs.get(run)?.tables.values() ?? [])];
  }

  release(run: string): void {
    this.#runs.delete(run);
    this.#waiting.delete(run);
    this.#forgetSources(run);
    this.tables.forget(run);
    this.#workspace.runtime.backend.release(run);
  }

  /** Forgets the queries that were interrupted before a run. */
  #forgetSources(run: string): void {
    const sources = [...this.#runs.keys(), ...this.#waiting.keys()].filter(id => id.startsWith(`${run} `));
    for (const id of sources) {
      this.#runs.delete(id);
      this.#waiting.delete(id);
      this.#workspace.runtime.backend.release(id);
    }
  }

  #sink(run: string, started: Run): RunSink {
    return {
      table: state => {
        const { query } = started.plan;
        started.tables.set(state.table.id, state.table);
        this.#workspace.lastResults.receive(run, query, state.table, state.rows);
        const shown = {
          run,
          ...state,
          table: applyDirectives(state.table, query.view, query.language.runner),
        };
        this.tables.receive(shown);
        started.receive(shown);
      },
      progress: progress => this.#announce(started, progress),
    };
  }

  #noteTables(run: string, plan: ReadyRun): void {
    const { query, site, sites } = plan;
    const name = nameOf(query.view.block)?.value.text ?? '';
    const pageUrl = site.kind === 'wiki' ? { pageUrl: wikiPageUrl(site.url) } : {};
    // A value alone does not say which of several sites has it.
    const place = sites.length === 1 ? { site, ...pageUrl } : {};
    const { title } = headOf(plan);
    this.tables.begin(
      { run, name, uri: query.document.uri, title, time: this.#workspace.runtime.now() },
      place,
    );
  }

  #announce({ source, announce }: Run, progress: RunProgress): void {
    const requests = progress.requests + (source?.requests ?? 0);
    announce({ ...progress, requests, ...(source && { planned: source.requests + source.planned }) });
  }

  #notify(run: string, plan: RunPlan, progress: ChainedProgress): void {
    notify(this.#connection, progressNotification, { run, ...headOf(plan), ...progress });
  }

  #result(run: string, started: Run, outcome: RunOutcome): RunResult {
    const { query, context } = started.plan;
    const { document, placed, view, language } = query;
    const problems = language.runner.locateMessages(view, context, outcome.errors, outcome.warnings);
    const index = document.blocks.indexOf(placed.block);
    if (index >= 0 && !started.isSilent) this.#workspace.diagnostics.answered(document, index, problems);
    const converter = index >= 0 ? new Converter(document, document.placed(index)) : undefined;
    const worded = eachOnce(problems).map((problem): Notice => ({
      severity: problem.severity === 'error' ? 'error' : 'warning',
      code: problem.code,
      ...(language.runner.kind === 'wiki' && { isSiteCode: true }),
      message: problemMessage(language.wording, problem),
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
    const { errors: _errors, warnings: _warnings, notices, fault, ...rest } = outcome;
    if (fault !== undefined) this.#workspace.fault('run', fault);
    started.isInterrupted = canContinue(outcome);
    const asked = askedBy(started.plan);
    return {
      run,
      ...headOf(started.plan),
      ...(asked && { asked }),
      ...rest,
      ...(outcome.status === 'more' && { step: stepOf(started.plan) }),
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

  /** A site asks for a contact, and it is missing or unusable: each of these is shown once. */
  #contactNotices({ plan: { site }, isSilent }: Run): Notice[] {
    const { settings, runtime } = this.#workspace;
    const code = contactRemark(site.url, settings.contact);
    if (code === undefined || isSilent || !runtime.sendsContact || this.#remarked.has(code)) return [];
    this.#remarked.add(code);
    const message = runtime.wording(code);
    return [{ severity: 'information', code, message, action: 'setContact', dismissible: true }];
  }
}

/** The number of rows that a request for more adds to each table: the smallest limit, as its list needs most requests. */
const stepOf = ({ request: { limit, ownLimits = [] } }: ReadyRun): number =>
  Math.min(limit, ...ownLimits.flatMap(({ rows }) => rows ?? []));
