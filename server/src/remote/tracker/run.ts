import { maximumBytes } from '../../http/limits.ts';
import { hostOf } from '../../http/client.ts';
import type { Notice } from '../../protocol/notice.ts';
import type { RunStatus } from '../../protocol/run.ts';
import type { AnswerStore } from '../answer-store.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import { mergeSearches } from './merge.ts';
import { trackerNotices } from '../notices.ts';
import type { RunRequest, RunProgress, RunReport, RunSink, TrackerRequest } from '../remote.ts';
import { IssueTable } from '../table/issue-table.ts';
import type { SiteRun } from '../site-run.ts';
import { addressOf, trackerRequest } from './request.ts';
import { MessageList } from '../message-list.ts';
import { askTracker, warningsOf, type TrackerOutcome } from './ask.ts';
import { chooseFields, type FieldChoice, fieldIds, usualFields } from './fields.ts';
import { cloudPages, serverPages, type Page, type Pages } from './paging.ts';
import type { TrackerSites } from './tracker-sites.ts';

/** One run of a JQL query, from its first page to "load more". It asks in series, no further than its limit. */
export class TrackerRun implements SiteRun {
  readonly merge = mergeSearches;
  readonly #order: RunRequest;
  readonly #request: TrackerRequest;
  readonly #edges: BackoffDependencies;
  readonly #store: AnswerStore;
  readonly #sites: TrackerSites;
  #choice: FieldChoice | undefined;
  #table: IssueTable | undefined;
  #pages: Pages | undefined;
  readonly #warnings = new MessageList();
  /** The tracker said so. */
  #asNobody = false;
  #more = true;
  #limit = 0;
  #requests = 0;
  #milliseconds = 0;

  constructor(
    order: RunRequest,
    request: TrackerRequest,
    edges: BackoffDependencies,
    store: AnswerStore,
    sites: TrackerSites,
  ) {
    this.#order = order;
    this.#request = request;
    this.#edges = edges;
    this.#store = store;
    this.#sites = sites;
  }

  async advance(rows: number, sink: RunSink, signal: AbortSignal): Promise<RunReport> {
    const begin = this.#edges.clock.now();
    this.#limit += rows;
    const notices: Notice[] = [];
    let errors = new MessageList();
    this.#show(sink);
    while (this.#more && this.#size < this.#limit && notices.length === 0 && errors.list.length === 0) {
      const outcome = await this.#nextPage(sink, signal);
      if ('notice' in outcome) notices.push(outcome.notice);
      else {
        errors = outcome.errors;
        notices.push(...this.#take(outcome));
        this.#show(sink);
      }
    }
    this.#milliseconds += this.#edges.clock.now() - begin;
    const stopped = notices.length > 0 || errors.list.length > 0;
    return {
      ...this.#progress,
      status: this.#status(stopped),
      milliseconds: Math.round(this.#milliseconds),
      errors: errors.list,
      warnings: this.#warnings.list,
      notices: [...notices, ...this.#remarks(errors)],
    };
  }

  get #size(): number {
    return this.#table?.size ?? 0;
  }

  get #progress(): RunProgress {
    const total = this.#pages?.total;
    const rows = this.#table?.shown ?? 0;
    return { rows, requests: this.#requests, ...(total !== undefined && { total }) };
  }

  #show(sink: RunSink): void {
    for (const part of this.#table?.take(this.#limit) ?? []) sink.rows(part);
    sink.progress(this.#progress);
  }

  #status(stopped: boolean): RunStatus {
    if (stopped) return this.#table === undefined ? 'failed' : 'incomplete';
    return this.#more || this.#size > (this.#table?.shown ?? 0) ? 'more' : 'complete';
  }

  /** Asks for a page; where the old search turns out to be gone, the new one for it. */
  async #nextPage(sink: RunSink, signal: AbortSignal): Promise<TrackerOutcome> {
    const { url } = this.#order.site;
    const choice = (this.#choice ??= await this.#chooseFields(sink, signal));
    const fields = choice.fields.map(({ id }) => id);
    // A search without fields would answer with all of them.
    const wish = { jql: this.#request.jql, fields: fields.length > 0 ? fields : ['key'] };
    const cloud = this.#sites.isCloud(url);
    const pages = (this.#pages ??= cloud ? cloudPages(url, wish) : serverPages(url, wish));
    const outcome = await this.#ask(pages, sink, signal);
    const gone = 'status' in outcome && outcome.status === 410 && !cloud && this.#table === undefined;
    if (!gone) return outcome;
    this.#pages = cloudPages(url, wish);
    const second = await this.#ask(this.#pages, sink, signal);
    if (!('status' in second) || second.status !== 410) this.#sites.foundCloud(url);
    return second;
  }

  /** Keeps the issues of a page; tells why the run cannot go on. */
  #take({ answer, response, errors }: Exclude<TrackerOutcome, { notice: Notice }>): Notice[] {
    const { run, site } = this.#order;
    const holes = { site: site.name, host: hostOf(site.url) };
    this.#asNobody = response.headers['x-ausername'] === 'anonymous';
    if (errors.list.length > 0) return [];
    const page: Page | undefined = this.#pages?.take(answer);
    if (page === undefined) return [trackerNotices.of('notAnAnswer', holes)];
    this.#warnings.add(warningsOf(answer));
    this.#store.add(run, response);
    this.#table ??= new IssueTable(this.#choice?.fields ?? []);
    this.#table.add(answer, page.issues);
    this.#more = page.more && page.stop === undefined;
    return page.stop ? [trackerNotices.of(page.stop.code, { ...holes, ...page.stop.holes })] : [];
  }

  /** The fields that the query names by their ids; a name that only the tracker knows is looked up there. */
  async #chooseFields(sink: RunSink, signal: AbortSignal): Promise<FieldChoice> {
    const { url } = this.#order.site;
    const names = this.#request.fields;
    if (names === undefined) return { fields: usualFields, unknown: [] };
    const choice = chooseFields(names, this.#sites.fields(url));
    if (choice.unknown.length === 0 || this.#sites.fields(url) !== undefined) return choice;
    const request = {
      ...trackerRequest(addressOf(url, 'fields'), {}, this.#edges.userAgent),
      maximumBytes: maximumBytes.description,
    };
    const outcome = await askTracker(
      this.#edges,
      this.#order.site,
      () => request,
      this.#listener(sink),
      signal,
    );
    if ('notice' in outcome || outcome.errors.list.length > 0) return choice;
    const ids = fieldIds(outcome.answer);
    this.#sites.foundFields(url, ids);
    return chooseFields(names, ids);
  }

  /** What may explain that less is shown than was meant. */
  #remarks(errors: MessageList): Notice[] {
    const { site } = this.#order;
    const unknown = this.#table === undefined ? [] : (this.#choice?.unknown ?? []);
    const names = unknown.map(name => `“${name}”`).join(', ');
    const nothing = errors.list.length > 0 || this.#table?.size === 0;
    return [
      ...(names === '' ? [] : [trackerNotices.of('unknownFields', { site: site.name, names })]),
      ...(errors.isCut || this.#warnings.isCut
        ? [trackerNotices.of('manyMessages', { site: site.name })]
        : []),
      ...(nothing && this.#asNobody ? [trackerNotices.of('asNobody', { site: site.name })] : []),
    ];
  }

  #ask(pages: Pages, sink: RunSink, signal: AbortSignal): Promise<TrackerOutcome> {
    const parameters = pages.next(this.#limit - this.#size);
    const compose = (post: boolean) => trackerRequest(pages.address, parameters, this.#edges.userAgent, post);
    return askTracker(this.#edges, this.#order.site, compose, this.#listener(sink), signal);
  }

  #listener(sink: RunSink): Listener {
    return {
      requests: count => {
        this.#requests += count;
        sink.progress(this.#progress);
      },
      waiting: wait => sink.progress({ ...this.#progress, wait }),
    };
  }
}
