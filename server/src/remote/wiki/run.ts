import codes from '../../../catalogue/network/wiki-account-codes.json' with { type: 'json' };
import { hostOf } from '../../http/client.ts';
import type { Notice } from '../../protocol/notice.ts';
import type { RunStatus } from '../../protocol/run.ts';
import { withDefaults } from './request.ts';
import { ask, type Outcome } from './ask.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import type { AnswerStore } from '../answer-store.ts';
import { continuationOf, hasRawContinuation, isContinuation, StallDetector, Trail } from './continuation.ts';
import type { JsonObject } from '../json.ts';
import { mergeAnswers } from './merge.ts';
import { MessageList } from '../message-list.ts';
import { wikiNotices } from '../notices.ts';
import type { RunRequest, RunProgress, RunReport, RunSink, WikiRequest } from '../remote.ts';
import type { SiteRun } from '../site-run.ts';
import { TableBuilder } from '../table/wiki-tables.ts';
import { tokenIn, tokenParameters } from './token.ts';

/** How a continuation behaves towards a busy wiki: nobody waits for it as for a first answer. */
const continuationLag = '5';

/** Errors of a wiki that an account, or another one, would help against. */
const accountCodes: ReadonlySet<string> = new Set(codes);

/**
 * One run of a query, from its first request over its continuations to "load more". It asks in
 * series, and only as long as its longest table is shorter than the limit or its pages are not whole.
 */
export class WikiRun implements SiteRun {
  readonly merge = mergeAnswers;
  readonly #order: RunRequest;
  readonly #request: WikiRequest;
  readonly #edges: BackoffDependencies;
  readonly #store: AnswerStore;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #shaper: TableBuilder;
  readonly #trail = new Trail();
  readonly #stall = new StallDetector();
  readonly #warnings = new MessageList();
  #continuation: ReadonlyMap<string, string> | undefined = new Map();
  #token = '';
  #limit = 0;
  #requests = 0;
  #milliseconds = 0;

  constructor(order: RunRequest, request: WikiRequest, edges: BackoffDependencies, store: AnswerStore) {
    this.#order = order;
    this.#request = request;
    this.#edges = edges;
    this.#store = store;
    this.#parameters = withDefaults(request.parameters);
    this.#shaper = new TableBuilder(this.#parameters);
  }

  /** Goes on for `rows` more rows. The report counts from the beginning of the run. */
  async advance(rows: number, sink: RunSink, signal: AbortSignal): Promise<RunReport> {
    const begin = this.#edges.clock.now();
    this.#limit += rows;
    this.#stall.reset();
    const notices: Notice[] = [];
    let errors = new MessageList();
    this.#show(sink, false);
    while (
      this.#continuation &&
      !this.#shaper.reached(this.#limit) &&
      notices.length === 0 &&
      errors.list.length === 0
    ) {
      const outcome = await this.#ask(this.#continuation, sink, signal);
      if ('notice' in outcome) notices.push(outcome.notice);
      else {
        errors = outcome.errors;
        notices.push(...this.#take(outcome));
        this.#show(sink, false);
      }
    }
    this.#show(sink, true);
    this.#milliseconds += this.#edges.clock.now() - begin;
    return {
      status: this.#status(notices.length > 0 || errors.list.length > 0),
      rows: this.#shaper.shown,
      requests: this.#requests,
      milliseconds: Math.round(this.#milliseconds),
      errors: errors.list,
      warnings: this.#warnings.list,
      notices: [...notices, ...this.#remarks(errors)],
    };
  }

  /** Keeps the tables, warnings and continuation of an answer; tells why the run cannot go on. */
  #take({ answer, response, errors, warnings }: Exclude<Outcome, { notice: Notice }>): Notice[] {
    this.#warnings.take(warnings);
    this.#store.add(this.#order.run, response);
    if (errors.list.length > 0) {
      const needed = errors.list.some(({ code }) => accountCodes.has(code));
      return needed ? [wikiNotices.of('accountNeeded', { site: this.#order.site.name })] : [];
    }
    this.#shaper.add(answer);
    return this.#proceed(answer);
  }

  #proceed(answer: JsonObject): Notice[] {
    const holes = { site: this.#order.site.name, host: hostOf(this.#order.site.url) };
    const next = continuationOf(answer);
    this.#continuation = undefined;
    if (hasRawContinuation(answer)) return [wikiNotices.of('rawContinuation', holes)];
    if (next === undefined) return [];
    if (!isContinuation(next, this.#parameters)) return [wikiNotices.of('continuationRefused', holes)];
    if (!this.#trail.step(next)) return [wikiNotices.of('continuationRepeats', holes)];
    this.#continuation = next;
    return this.#stalled();
  }

  /** Says so when the wiki goes on and on without bringing anything. */
  #stalled(): Notice[] {
    const count = this.#stall.after(this.#shaper.rows, this.#shaper.parts);
    return count === undefined
      ? []
      : [wikiNotices.of('continuationBare', { site: this.#order.site.name, count })];
  }

  /** What the report leaves out. */
  #remarks(errors: MessageList): Notice[] {
    const isCut = errors.isCut || this.#warnings.isCut;
    return isCut ? [wikiNotices.of('manyMessages', { site: this.#order.site.name })] : [];
  }

  #status(stopped: boolean): RunStatus {
    if (stopped) return this.#shaper.empty ? 'failed' : 'incomplete';
    return this.#continuation || this.#shaper.surplus ? 'more' : 'complete';
  }

  #show(sink: RunSink, settle: boolean): void {
    for (const part of this.#shaper.take(this.#limit, settle)) sink.rows(part);
    sink.progress(this.#progress);
  }

  get #progress(): RunProgress {
    return { rows: this.#shaper.shown, requests: this.#requests };
  }

  /** Asks for the next part, with a token where the query needs one: a new one once if it is refused. */
  async #ask(
    continuation: ReadonlyMap<string, string>,
    sink: RunSink,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { token, post } = this.#request;
    const automatic = continuation.size > 0 ? [['maxlag', continuationLag] as const] : [];
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
    sink: RunSink,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const listener: Listener = {
      requests: count => {
        this.#requests += count;
        sink.progress(this.#progress);
      },
      waiting: wait => sink.progress({ ...this.#progress, wait }),
    };
    return ask(this.#edges, { site: this.#order.site, parameters, post }, listener, signal);
  }
}
