/** Reads the saved filters of a tracker. */
import { hostOf } from '../http/http-client.ts';
import { maximumBytes } from '../http/limits.ts';
import type { SavedFilter } from '#shared/protocol/sites/saved-filters.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import { trackerNotices } from '../network-notices.ts';
import type { FoundFilters } from '../backend.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { askTracker } from './ask-tracker.ts';
import { addressOf, trackerRequest, type Resource } from './tracker-request.ts';

/** Maximum filters in one page, pages, and UTF-16 units of texts. */
const limits = { page: 100, pages: 10, jql: 100_000, text: 300 };

/** The statuses of a tracker without the resource. */
const missing: ReadonlySet<number> = new Set([400, 404, 405]);

/** The codes of notices that the account has no permission. */
const denied: ReadonlySet<string> = new Set(['http403', 'http403For']);

type Group = SavedFilter['group'];

interface Answered {
  readonly answer?: Json;
  readonly notice?: Notice;
  /** The tracker does not have the resource. */
  readonly isMissing?: boolean;
}

/** Reads the filters of a tracker, with an existing session or token. */
export class FilterReader {
  readonly #dependencies: BackoffDependencies;
  readonly #site: SiteAddress;
  readonly #signal: AbortSignal;

  constructor(dependencies: BackoffDependencies, site: SiteAddress, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#site = site;
    this.#signal = signal;
  }

  /** The account's favourites; if the tracker lists them, also its own filters and shared ones. */
  async all(): Promise<FoundFilters> {
    const filtersById = new Map<string, SavedFilter>();
    const add = (list: Json | undefined, group: Group): void => {
      for (const element of arrayOf(list) ?? []) {
        const filter = filterOf(element, group);
        if (filter && !filtersById.has(filter.id)) filtersById.set(filter.id, filter);
      }
    };
    const favourites = await this.#ask('favouriteFilters');
    if (favourites.notice) return { filters: [], notices: [this.#refusalOf(favourites.notice)] };
    const ownFilters = await this.#ask('ownFilters');
    const notices = ownFilters.notice && ownFilters.isMissing !== true ? [ownFilters.notice] : [];
    add(ownFilters.answer, 'own');
    add(favourites.answer, 'favourite');
    if (ownFilters.answer !== undefined) for (const page of await this.#searchPages()) add(page, 'shared');
    return { filters: [...filtersById.values()], notices };
  }

  async one(id: string): Promise<FoundFilters> {
    const address = `${addressOf(this.#site.url, 'filter')}${encodeURIComponent(id.toWellFormed())}`;
    const { answer, notice, isMissing } = await this.#send(address, {});
    const filter = filterOf(answer ?? null, 'shared');
    if (filter) return { filters: [filter], notices: [] };
    const values = { site: this.#site.name, host: hostOf(this.#site.url), id };
    const isGone = isMissing === true || denied.has(notice?.code ?? '');
    const reason =
      notice === undefined || isGone ? trackerNotices.of('filterNotFound', values) : this.#refusalOf(notice);
    return { filters: [], notices: [reason] };
  }

  /** Replaces the notice about a missing session: nothing was sent. */
  #refusalOf(notice: Notice): Notice {
    return notice.code === 'state.anonymous'
      ? trackerNotices.of('filtersNeedSession', { site: this.#site.name })
      : notice;
  }

  /** The pages of filters that the account can see, if the tracker lists them. */
  async #searchPages(): Promise<readonly Json[]> {
    const pages: Json[] = [];
    for (let page = 0; page < limits.pages; page++) {
      const { answer } = await this.#ask('searchFilters', {
        expand: 'jql,owner,favourite,viewUrl',
        maxResults: limits.page,
        startAt: page * limits.page,
      });
      if (!isObject(answer)) break;
      pages.push(answer['values'] ?? []);
      if (answer['isLast'] !== false) break;
    }
    return pages;
  }

  #ask(resource: Resource, parameters: JsonObject = {}): Promise<Answered> {
    return this.#send(addressOf(this.#site.url, resource), parameters);
  }

  async #send(address: string, parameters: JsonObject): Promise<Answered> {
    const { userAgent } = this.#dependencies;
    const request = {
      ...trackerRequest(address, parameters, userAgent),
      maximumBytes: maximumBytes.description,
    };
    const outcome = await askTracker(
      this.#dependencies,
      this.#site,
      () => request,
      silentListener,
      this.#signal,
    );
    if ('notice' in outcome) return { notice: outcome.notice, isMissing: missing.has(outcome.status ?? 0) };
    return outcome.errors.list.length > 0 ? { isMissing: true } : { answer: outcome.answer };
  }
}

/** Reads a filter; `undefined` = the value is not a filter. */
function filterOf(value: Json, group: Group): SavedFilter | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string, longest: number): string => textOf(value[name]).slice(0, longest);
  const id = text('id', limits.text);
  if (!/^\d+$/.test(id) || typeof value['jql'] !== 'string') return undefined;
  const owner = isObject(value['owner']) ? textOf(value['owner']['displayName']) : '';
  const viewUrl = text('viewUrl', limits.text);
  return {
    id,
    name: visibleLine(text('name', limits.text)),
    jql: text('jql', limits.jql),
    ...(owner !== '' && { owner: visibleLine(owner).slice(0, limits.text) }),
    group,
    isFavourite: value['favourite'] === true || group === 'favourite',
    ...(viewUrl !== '' && { viewUrl }),
  };
}
