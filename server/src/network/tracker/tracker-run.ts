/** Makes one run of a JQL query. */
import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { maximumBytes } from '../http/limits.ts';
import { hostOf } from '../http/http-client.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunStatus } from '#shared/protocol/run.ts';
import type { ResponseStore } from '../response-store.ts';
import { type BackoffDependencies, type Listener, RunMeter } from '../send-with-backoff.ts';
import { trackerNotices } from '../network-notices.ts';
import type { RunRequest, TrackerRequest } from '#shared/protocol/request.ts';
import type { RunProgress, RunOutcome } from '../backend.ts';

import { maxShown } from '../table/columns.ts';
import { IssueTable } from '../table/issue-table.ts';
import type { RowSink, SiteRun } from '../site-run.ts';
import { positionIn, quotedIn } from '../../jql/message-pattern.ts';
import { estimateCount } from './count-run.ts';
import { addressOf, trackerRequest } from './tracker-request.ts';
import { MessageList } from '../message-list.ts';
import { askTracker, warningsOf, type TrackerOutcome } from './ask-tracker.ts';
import {
  chooseFields,
  type FieldChoice,
  defaultFields,
  namesLevel,
  requestedIds,
} from '../../jql/requested-fields.ts';
import { cloudPages, serverPages, type Page, type Paging } from './paging.ts';
import type { TrackerSites } from './describe-tracker.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, Joiner, type JsonObject } from '#shared/protocol/json-values.ts';

/** A run that fetches more rows than these is a long one. */
const longRun = facts.pages.largest;

/** One run of a JQL query, including "load more". It requests pages in series, up to its limit. */
export class TrackerRun implements SiteRun {
  readonly merge = mergeSearches;
  readonly #run: RunRequest;
  readonly #request: TrackerRequest;
  readonly #dependencies: BackoffDependencies;
  readonly #store: ResponseStore;
  readonly #sites: TrackerSites;
  #choice: FieldChoice | undefined;
  #table: IssueTable | undefined;
  #pages: Paging | undefined;
  readonly #warnings = new MessageList();
  /** Whether the tracker answered without a session: by its own header, which Jira Cloud lacks, or as none was sent. */
  #isAnonymous = false;
  #more = true;
  #limit = 0;
  /** About how many issues there are at Jira Cloud, once it was asked; 0 = unknown. */
  #estimatedTotal: number | undefined;
  readonly #meter = new RunMeter();
  #milliseconds = 0;

  constructor(
    run: RunRequest,
    request: TrackerRequest,
    dependencies: BackoffDependencies,
    store: ResponseStore,
    sites: TrackerSites,
  ) {
    this.#run = run;
    this.#request = request;
    this.#dependencies = dependencies;
    this.#store = store;
    this.#sites = sites;
  }

  async advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome> {
    const begin = this.#dependencies.clock.now();
    this.#limit += rows;
    const notices: Notice[] = [];
    let retryAfter: number | undefined;
    let errors = new MessageList();
    this.#show(sink);
    while (this.#more && this.#size < this.#limit && notices.length === 0 && errors.list.length === 0) {
      const outcome = await this.#nextPage(sink, signal);
      if ('notice' in outcome) {
        notices.push(outcome.notice);
        ({ retryAfter } = outcome);
      } else {
        errors = outcome.errors;
        notices.push(...this.#take(outcome));
        this.#show(sink);
        if (notices.length + errors.list.length === 0) await this.#estimate(sink, signal);
      }
    }
    this.#milliseconds += this.#dependencies.clock.now() - begin;
    const stopped = notices.length > 0 || errors.list.length > 0;
    return {
      ...this.#progress,
      ...this.#meter.usage,
      status: this.#status(stopped),
      milliseconds: Math.round(this.#milliseconds),
      errors: errors.list,
      warnings: this.#warnings.list,
      notices: [...notices, ...this.#remarks(errors)],
      ...(this.#restricted > 0 && { restricted: this.#restricted }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  /** Issues with a security level so far. */
  get #restricted(): number {
    return this.#table?.restricted ?? 0;
  }

  get #size(): number {
    return this.#table?.size ?? 0;
  }

  get #progress(): RunProgress {
    const total = this.#pages?.total;
    const rows = this.#table?.shown ?? 0;
    const estimatedTotal = this.#estimatedTotal ?? 0;
    return {
      rows,
      requests: this.#meter.requests,
      ...(total !== undefined && { total }),
      ...(estimatedTotal > 0 && { estimatedTotal }),
    };
  }

  #show(sink: RowSink): void {
    for (const part of this.#table?.take(this.#limit) ?? []) sink.rows(part);
    sink.progress(this.#progress);
  }

  /** Before a long run, Jira Cloud is asked how many issues there are: its pages do not say it. */
  async #estimate(sink: RowSink, signal: AbortSignal): Promise<void> {
    const isLong = this.#more && this.#limit - this.#size > longRun;
    if (
      this.#run.isBackground === true ||
      this.#estimatedTotal !== undefined ||
      !isLong ||
      this.#pages?.total !== undefined
    )
      return;
    this.#estimatedTotal = await estimateCount(
      this.#dependencies,
      this.#run.site,
      this.#request.jql,
      this.#listener(sink),
      signal,
    );
    sink.progress(this.#progress);
  }

  #status(stopped: boolean): RunStatus {
    if (stopped) return this.#table === undefined ? 'failed' : 'incomplete';
    return this.#more || this.#size > (this.#table?.shown ?? 0) ? 'more' : 'complete';
  }

  /** Requests a page; if the old search was removed, from the new one. */
  async #nextPage(sink: RowSink, signal: AbortSignal): Promise<TrackerOutcome> {
    const { url } = this.#run.site;
    const choice = (this.#choice ??= await this.#chooseFields(sink, signal));
    const search = { jql: this.#request.jql, fields: requestedIds(choice.fields) };
    const cloud = this.#sites.isCloud(url);
    const pages = (this.#pages ??= cloud ? cloudPages(url, search) : serverPages(url, search));
    const outcome = await this.#ask(pages, sink, signal);
    const isSearchGone = 'status' in outcome && outcome.status === 410 && !cloud && this.#table === undefined;
    if (!isSearchGone) return outcome;
    this.#pages = cloudPages(url, search);
    const cloudOutcome = await this.#ask(this.#pages, sink, signal);
    if (!('status' in cloudOutcome) || cloudOutcome.status !== 410) this.#sites.rememberCloud(url);
    return cloudOutcome;
  }

  /** Adds the issues of a page; returns why the run cannot continue. */
  #take({ answer, response, errors }: Exclude<TrackerOutcome, { notice: Notice }>): Notice[] {
    const { run, site } = this.#run;
    const values = { site: site.name, host: hostOf(site.url) };
    const user = response.headers['x-ausername'];
    this.#isAnonymous = user === undefined ? response.isAnonymous === true : user === 'anonymous';
    if (errors.list.length > 0) return [];
    const page: Page | undefined = this.#pages?.take(answer);
    if (page === undefined) return [trackerNotices.of('notAnAnswer', values)];
    this.#warnings.add(warningsOf(answer));
    this.#store.add(run, response);
    this.#table ??= new IssueTable(this.#choice?.fields ?? []);
    this.#table.add(answer, page.issues);
    this.#more = page.more && page.stop === undefined;
    return page.stop ? [trackerNotices.of(page.stop.code, { ...values, ...page.stop.values })] : [];
  }

  /** The ids of the fields that the query names; unknown names are looked up at the tracker. */
  async #chooseFields(sink: RowSink, signal: AbortSignal): Promise<FieldChoice> {
    const { url } = this.#run.site;
    const names = this.#request.fields;
    if (names === undefined) return { fields: defaultFields, unknown: [] };
    const choice = chooseFields(names, this.#sites.fields(url));
    if (choice.unknown.length === 0 || this.#sites.fields(url) !== undefined) return choice;
    const request = {
      ...trackerRequest(addressOf(url, 'fields'), {}, this.#dependencies.userAgent),
      maximumBytes: maximumBytes.description,
    };
    const outcome = await askTracker(
      this.#dependencies,
      this.#run.site,
      () => request,
      this.#listener(sink),
      signal,
    );
    if ('notice' in outcome || outcome.errors.list.length > 0) return choice;
    this.#sites.rememberFields(url, outcome.answer);
    return chooseFields(names, this.#sites.fields(url));
  }

  /** Notices that explain missing fields, messages or rows. */
  #remarks(errors: MessageList): Notice[] {
    const { site } = this.#run;
    const unknown = this.#table === undefined ? [] : (this.#choice?.unknown ?? []);
    const names = unknown.map(name => `“${name}”`).join(', ');
    const { jql } = this.#request;
    const isHidden =
      errors.list.length > 0
        ? errors.list.some(({ text }) => isAboutAccess(text, jql))
        : this.#table?.size === 0;
    const nobody = /\bcurrentUser\s*\(/i.test(jql) ? 'currentUserIsNobody' : 'asNobody';
    const isLevelAdded = this.#restricted > 0 && !namesLevel(this.#choice?.fields ?? []);
    return [
      ...(names === '' ? [] : [trackerNotices.of('unknownFields', { site: site.name, names })]),
      ...(errors.isCut || this.#warnings.isCut
        ? [trackerNotices.of('manyMessages', { site: site.name })]
        : []),
      ...(this.#table?.isCut ? [trackerNotices.of('manyColumns', { site: site.name, ...maxShown })] : []),
      ...(isLevelAdded
        ? [trackerNotices.of('restrictedIssues', { site: site.name, count: this.#restricted })]
        : []),
      ...(isHidden && this.#isAnonymous ? [trackerNotices.of(nobody, { site: site.name })] : []),
    ];
  }

  #ask(pages: Paging, sink: RowSink, signal: AbortSignal): Promise<TrackerOutcome> {
    const parameters = pages.next(this.#limit - this.#size);
    const compose = (post: boolean) =>
      trackerRequest(pages.address, parameters, this.#dependencies.userAgent, post);
    return askTracker(this.#dependencies, this.#run.site, compose, this.#listener(sink), signal);
  }

  #listener(sink: RowSink): Listener {
    return this.#meter.listener(wait => sink.progress({ ...this.#progress, ...(wait && { wait }) }));
  }
}

/**
 * Whether an error can come from what the visitor may not see, in any language: it quotes a part of the query, and is not
 * about the syntax at a place.
 */
const isAboutAccess = (text: string, jql: string): boolean =>
  positionIn(text) === undefined &&
  quotedIn(text).some(part => jql.toLowerCase().includes(part.toLowerCase()));

/** Members about the position of a page. */
const positions: ReadonlySet<string> = new Set([
  'startAt',
  'maxResults',
  'nextPageToken',
  'isLast',
  'expand',
]);

/** The pages of one search as one, with all issues and without the positions of the pages. */
export function mergeSearches(answers: readonly JsonObject[]): JsonObject {
  const joiner = new Joiner();
  const merged = new Map<string, Json>();
  const issues: Json[] = [];
  for (const answer of answers) {
    for (const [key, value] of Object.entries(answer)) {
      if (!positions.has(key) && key !== 'issues') merged.set(key, joiner.join(merged.get(key), value));
    }
    for (const issue of arrayOf(answer['issues']) ?? []) issues.push(issue);
  }
  return Object.fromEntries([...merged, ['issues', issues]]);
}
