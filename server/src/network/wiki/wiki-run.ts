/** Makes one run of a wiki query. */
import codes from '../../../catalogue/network/wiki-account-codes.json' with { type: 'json' };
import { hostOf } from '../http/http-client.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunStatus } from '#shared/protocol/run.ts';
import { withDefaults, tokenIn, tokenParameters } from './wiki-request.ts';
import { askWiki, type Outcome } from './ask-wiki.ts';
import { type BackoffDependencies, RunMeter } from '../send-with-backoff.ts';
import type { ResponseStore } from '../response-store.ts';
import {
  continuationOf,
  hasRawContinuation,
  isContinuation,
  startOf,
  StallDetector,
  ContinuationHistory,
} from './continuation.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { type CutModule, cutModules } from '../../wiki/cost/never-continue.ts';
import { inNewForm } from './old-wikis.ts';
import { mergeAnswers } from './merge-answers.ts';
import { MessageList } from '../message-list.ts';
import { commonNotices } from '../network-notices.ts';
import type { RunRequest, WikiRequest } from '#shared/protocol/request.ts';
import type { RunProgress, RunOutcome } from '../backend.ts';
import type { RowSink, SiteRun } from '../site-run.ts';
import { RowLimits } from './row-limits.ts';
import { maxShown } from '../table/columns.ts';
import { WikiTables } from '../table/wiki-tables.ts';

/** `maxlag` of continuations and of runs in the background: they can wait while the wiki is busy. */
const continuationLag = '5';

/** Errors of a wiki that signing in, or another account, may solve. */
const accountCodes: ReadonlySet<string> = new Set(codes);

/**
 * One run of a query, including continuations and "load more". It sends requests in series, until its tables have
 * reached their limits and its pages are complete.
 */
export class WikiRun implements SiteRun {
  readonly merge = mergeAnswers;
  readonly #run: RunRequest;
  readonly #request: WikiRequest;
  readonly #dependencies: BackoffDependencies;
  readonly #store: ResponseStore;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #tables: WikiTables;
  readonly #limits: RowLimits;
  readonly #history = new ContinuationHistory();
  readonly #stall = new StallDetector();
  readonly #warnings = new MessageList();
  #continuation: ReadonlyMap<string, string> | undefined = new Map();
  #token = '';
  /** An answer had the form of versions before 1.25. */
  #isOldWiki = false;
  readonly #meter = new RunMeter();
  #milliseconds = 0;

  constructor(
    run: RunRequest,
    request: WikiRequest,
    dependencies: BackoffDependencies,
    store: ResponseStore,
  ) {
    this.#run = run;
    this.#request = request;
    this.#dependencies = dependencies;
    this.#store = store;
    this.#parameters = withDefaults(request.parameters);
    this.#tables = new WikiTables(this.#parameters);
    this.#limits = new RowLimits(run.ownLimits);
  }

  async advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome> {
    const begin = this.#dependencies.clock.now();
    this.#limits.raise(rows);
    this.#stall.reset();
    const notices: Notice[] = [];
    let retryAfter: number | undefined;
    let errors = new MessageList();
    this.#show(sink, false);
    while (
      this.#continuation &&
      !this.#reached(this.#continuation) &&
      notices.length === 0 &&
      errors.list.length === 0
    ) {
      const outcome = await this.#ask(this.#continuation, sink, signal);
      if ('notice' in outcome) {
        notices.push(outcome.notice);
        ({ retryAfter } = outcome);
      } else {
        errors = outcome.errors;
        notices.push(...this.#take(outcome));
        this.#show(sink, false);
      }
    }
    this.#show(sink, true);
    this.#milliseconds += this.#dependencies.clock.now() - begin;
    return {
      status: this.#status(notices.length > 0 || errors.list.length > 0),
      rows: this.#tables.shown,
      ...this.#meter.usage,
      milliseconds: Math.round(this.#milliseconds),
      errors: errors.list,
      warnings: this.#warnings.list,
      notices: [...notices, ...this.#remarks(errors)],
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  /** Adds the tables, warnings and continuation of a response; returns why the run cannot continue. */
  #take({ answer, response, errors, warnings }: Exclude<Outcome, { notice: Notice }>): Notice[] {
    this.#isOldWiki ||= hasRawContinuation(answer);
    if (hasRawContinuation(answer) && !this.#hasAskedForContinuation) {
      // Before MediaWiki 1.26, a wiki continues in the new way only when it is asked to.
      this.#continuation = new Map([['continue', '']]);
      return [];
    }
    this.#warnings.addAll(warnings);
    this.#store.add(this.#run.run, response);
    if (errors.list.length > 0) {
      const needed = errors.list.some(({ code }) => accountCodes.has(code));
      return needed ? [commonNotices.of('accountNeeded', { site: this.#run.site.name })] : [];
    }
    this.#tables.add(inNewForm(answer, this.#isOldWiki));
    return this.#proceed(answer);
  }

  /** Whether the request that was answered says in which way the wiki is to continue. */
  get #hasAskedForContinuation(): boolean {
    const asked = this.#continuation?.has('continue') === true || this.#parameters.has('continue');
    return asked || this.#parameters.has('rawcontinue');
  }

  #proceed(answer: JsonObject): Notice[] {
    const values = { site: this.#run.site.name, host: hostOf(this.#run.site.url) };
    const next = continuationOf(answer);
    this.#continuation = undefined;
    if (hasRawContinuation(answer))
      return [
        commonNotices.of(
          this.#parameters.has('rawcontinue') ? 'rawContinuation' : 'tooOldToContinue',
          values,
        ),
      ];
    if (next === undefined) return [];
    if (next === 'invalid' || !isContinuation(next, this.#parameters))
      return [commonNotices.of('continuationRefused', values)];
    if (this.#tables.leadsToOlder(next)) return [];
    if (!this.#history.add(next)) return [commonNotices.of('continuationRepeats', values)];
    this.#continuation = next;
    return this.#stalled();
  }

  /** A notice if the wiki continues without sending anything new. */
  #stalled(): Notice[] {
    const count = this.#stall.after(this.#tables.rows, this.#tables.parts);
    return count === undefined
      ? []
      : [commonNotices.of('continuationBare', { site: this.#run.site.name, count })];
  }

  /** Notices about what the report or the tables omit. */
  #remarks(errors: MessageList): Notice[] {
    const site = this.#run.site.name;
    return [
      ...(errors.isCut || this.#warnings.isCut ? [commonNotices.of('manyMessages', { site })] : []),
      ...(this.#tables.isCut ? [commonNotices.of('manyColumns', { site, ...maxShown })] : []),
      ...(this.#start === '' ? [] : [commonNotices.of('startsLater', { site, start: this.#start })]),
      ...this.#cutModules.map(cut => commonNotices.of('neverContinues', { site, ...cut })),
    ];
  }

  /** Whether all rows that are wanted so far have arrived. */
  #reached(continuation: ReadonlyMap<string, string>): boolean {
    const tables = this.#tables.counted;
    return tables !== undefined && this.#limits.reached(tables, continuation);
  }

  #status(stopped: boolean): RunStatus {
    if (stopped) return this.#tables.empty ? 'failed' : 'incomplete';
    const isPart = this.#tables.surplus || this.#cutModules.length > 0 || this.#start !== '';
    return this.#continuation || isPart ? 'more' : 'complete';
  }

  /** The continuation that the query itself has, after which its rows begin; empty = none. */
  get #start(): string {
    return startOf(this.#run.request.kind === 'wiki' ? this.#run.request.parameters : []);
  }

  /** The modules that may have left out rows although the wiki continues with none. */
  get #cutModules(): readonly CutModule[] {
    const tables = this.#tables.counted ?? [];
    const sizeOf = (id: string): number => tables.find(table => table.id === id)?.size ?? 0;
    return this.#continuation ? [] : cutModules(this.#parameters, sizeOf);
  }

  #show(sink: RowSink, settle: boolean): void {
    for (const part of this.#tables.take(table => this.#limits.maximumOf(table), settle)) sink.rows(part);
    sink.progress(this.#progress);
  }

  get #progress(): RunProgress {
    return { rows: this.#tables.shown, requests: this.#meter.requests };
  }

  /** Requests the next part, with a token if the query needs one; a rejected token is replaced once. */
  async #ask(
    continuation: ReadonlyMap<string, string>,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { token, post } = this.#request;
    const canWait = continuation.size > 0 || this.#run.isBackground === true;
    const automatic = canWait ? [['maxlag', continuationLag] as const] : [];
    const parameters = new Map([...automatic, ...this.#parameters, ...continuation]);
    if (!token) return this.#send(parameters, post, sink, signal);
    for (let fresh = false; ; fresh = true) {
      if (this.#token === '' || fresh) {
        const outcome = await this.#send(tokenParameters(token.type), false, sink, signal);
        if ('notice' in outcome || outcome.errors.list.length > 0) return outcome;
        this.#token = tokenIn(outcome.answer, token.type);
      }
      const outcome = await this.#send(
        new Map([...parameters, [token.parameter, this.#token]]),
        true,
        sink,
        signal,
      );
      const refused = 'errors' in outcome && outcome.errors.list.some(({ code }) => code === 'badtoken');
      if (!refused || fresh) return outcome;
    }
  }

  #send(
    parameters: ReadonlyMap<string, string>,
    post: boolean,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const listener = this.#meter.listener(wait =>
      sink.progress({ ...this.#progress, ...(wait && { wait }) }),
    );
    return askWiki(this.#dependencies, { site: this.#run.site, parameters, post }, listener, signal);
  }
}
