/** Counts the issues of a JQL query without fetching them. */
import { hostOf } from '../http/http-client.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { isObject, type JsonObject } from '#shared/protocol/json-values.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import type { RunRequest } from '#shared/protocol/request.ts';
import type { RunOutcome, RunProgress } from '../backend.ts';
import { trackerNotices } from '../network-notices.ts';
import type { ResponseStore } from '../response-store.ts';
import { type BackoffDependencies, type Listener, RunMeter } from '../send-with-backoff.ts';
import type { RowSink, SiteRun } from '../site-run.ts';
import { askTracker, type TrackerOutcome } from './ask-tracker.ts';
import type { TrackerSites } from './describe-tracker.ts';
import { addressOf, trackerRequest } from './tracker-request.ts';

const table = {
  id: 'count',
  title: 'count',
  columns: [{ key: 'count', title: 'Issues', type: 'number' }],
} as const;

/** A run whose only row is the number of issues; Jira Cloud gives an approximate one. */
export class CountRun implements SiteRun {
  readonly #run: RunRequest;
  readonly #jql: string;
  readonly #dependencies: BackoffDependencies;
  readonly #store: ResponseStore;
  readonly #sites: TrackerSites;
  readonly #meter = new RunMeter();
  #isDone = false;

  constructor(
    run: RunRequest,
    jql: string,
    dependencies: BackoffDependencies,
    store: ResponseStore,
    sites: TrackerSites,
  ) {
    this.#run = run;
    this.#jql = jql;
    this.#dependencies = dependencies;
    this.#store = store;
    this.#sites = sites;
  }

  async advance(_rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome> {
    const begin = this.#dependencies.clock.now();
    const outcome = await this.#ask(sink, signal);
    const notices: Notice[] = [];
    if ('notice' in outcome) notices.push(outcome.notice);
    else {
      const count = countIn(outcome.answer);
      this.#store.add(this.#run.run, outcome.response);
      if (count !== undefined) {
        sink.rows({ table, offset: 0, rows: [{ count }] });
        this.#isDone = true;
      } else if (outcome.errors.list.length === 0) {
        const { name, url } = this.#run.site;
        notices.push(trackerNotices.of('notAnAnswer', { site: name, host: hostOf(url) }));
      }
    }
    const errors = 'notice' in outcome ? [] : outcome.errors.list;
    return {
      ...this.#progress,
      ...this.#meter.usage,
      status: this.#isDone ? 'complete' : 'failed',
      milliseconds: Math.round(this.#dependencies.clock.now() - begin),
      errors,
      warnings: [],
      notices,
      ...('retryAfter' in outcome && outcome.retryAfter !== undefined && { retryAfter: outcome.retryAfter }),
    };
  }

  /** The last response: there is only one. */
  merge(answers: readonly JsonObject[]): JsonObject {
    return answers.at(-1) ?? {};
  }

  get #progress(): RunProgress {
    return { rows: this.#isDone ? 1 : 0, requests: this.#meter.requests };
  }

  /** Asks in the way of Data Center, whose search knows its total, or in that of Cloud, which counts by itself. */
  async #ask(sink: RowSink, signal: AbortSignal): Promise<TrackerOutcome> {
    const { url } = this.#run.site;
    if (this.#sites.isCloud(url)) return this.#send('count', { jql: this.#jql }, sink, signal);
    const search = { jql: this.#jql, fields: ['key'], maxResults: 0 };
    const outcome = await this.#send('search', search, sink, signal);
    const isSearchGone = 'status' in outcome && outcome.status === 410;
    return isSearchGone ? this.#send('count', { jql: this.#jql }, sink, signal) : outcome;
  }

  #send(
    resource: 'search' | 'count',
    parameters: JsonObject,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<TrackerOutcome> {
    const listener = this.#meter.listener(wait =>
      sink.progress({ ...this.#progress, ...(wait && { wait }) }),
    );
    return send(this.#dependencies, this.#run.site, { resource, parameters }, listener, signal);
  }
}

interface Question {
  readonly resource: 'search' | 'count';
  readonly parameters: JsonObject;
}

function send(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  { resource, parameters }: Question,
  listener: Listener,
  signal: AbortSignal,
): Promise<TrackerOutcome> {
  const address = addressOf(site.url, resource);
  const compose = (post: boolean) =>
    trackerRequest(address, parameters, dependencies.userAgent, post || resource === 'count');
  return askTracker(dependencies, site, compose, listener, signal);
}

/** About how many issues a query has at Jira Cloud; 0 = unknown, for any reason. It does not wait for a busy site. */
export async function estimateCount(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  jql: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<number> {
  const hasty = { ...dependencies, isBackground: true };
  const outcome = await send(hasty, site, { resource: 'count', parameters: { jql } }, listener, signal);
  return 'answer' in outcome ? (countIn(outcome.answer) ?? 0) : 0;
}

/** The number in an answer: `count` of Cloud, `total` of Data Center; `undefined` = it has none. */
function countIn(answer: Json): number | undefined {
  if (!isObject(answer)) return undefined;
  const number = answer['count'] ?? answer['total'];
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
