import { hostOf } from '../../http/client.ts';
import { maximumBytes } from '../../http/limits.ts';
import type { SavedFilter } from '../../protocol/saved-filters.ts';
import type { Json } from '../../protocol/json.ts';
import type { Notice } from '../../protocol/notice.ts';
import type { SiteAddress } from '../../protocol/sites.ts';
import { visibleLine } from '../../common/visible-text.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import { trackerNotices } from '../notices.ts';
import type { FoundFilters } from '../remote.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import { askTracker } from './ask.ts';
import { addressOf, trackerRequest, type Resource } from './request.ts';

const silent: Listener = { requests() {}, waiting() {} };

/** Filters in one page, pages, and UTF-16 units of texts. */
const most = { page: 100, pages: 10, jql: 100_000, text: 300 };

/** The statuses of a tracker that does not have a resource. */
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

/** Reads the filters of a tracker, with the session or the token that there is. */
export class FilterReader {
  readonly #dependencies: BackoffDependencies;
  readonly #site: SiteAddress;
  readonly #signal: AbortSignal;

  constructor(dependencies: BackoffDependencies, site: SiteAddress, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#site = site;
    this.#signal = signal;
  }

  /** The account's favourites; where the tracker lists them, also its own filters and those that others share. */
  async all(): Promise<FoundFilters> {
    const found = new Map<string, SavedFilter>();
    const add = (list: Json | undefined, group: Group): void => {
      for (const each of arrayOf(list) ?? []) {
        const filter = filterOf(each, group);
        if (filter && !found.has(filter.id)) found.set(filter.id, filter);
      }
    };
    const favourites = await this.#ask('favouriteFilters');
    if (favourites.notice) return { filters: [], notices: [this.#refusalOf(favourites.notice)] };
    const own = await this.#ask('ownFilters');
    const notices = own.notice && own.isMissing !== true ? [own.notice] : [];
    add(own.answer, 'own');
    add(favourites.answer, 'favourite');
    if (own.answer !== undefined) for (const page of await this.#searched()) add(page, 'shared');
    return { filters: [...found.values()], notices };
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

  /** Without a session nothing was sent. */
  #refusalOf(notice: Notice): Notice {
    return notice.code === 'state.anonymous'
      ? trackerNotices.of('filtersNeedSession', { site: this.#site.name })
      : notice;
  }

  /** The pages of what the account may see, as far as the tracker has them. */
  async #searched(): Promise<readonly Json[]> {
    const pages: Json[] = [];
    for (let page = 0; page < most.pages; page++) {
      const { answer } = await this.#ask('searchFilters', {
        expand: 'jql,owner,favourite,viewUrl',
        maxResults: most.page,
        startAt: page * most.page,
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
    const outcome = await askTracker(this.#dependencies, this.#site, () => request, silent, this.#signal);
    if ('notice' in outcome) return { notice: outcome.notice, isMissing: missing.has(outcome.status ?? 0) };
    return outcome.errors.list.length > 0 ? { isMissing: true } : { answer: outcome.answer };
  }
}

/** A filter as a tracker describes it; `undefined` = it is not one. */
function filterOf(value: Json, group: Group): SavedFilter | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string, longest: number): string => textOf(value[name]).slice(0, longest);
  const id = text('id', most.text);
  if (!/^\d+$/.test(id) || typeof value['jql'] !== 'string') return undefined;
  const owner = isObject(value['owner']) ? textOf(value['owner']['displayName']) : '';
  const viewUrl = text('viewUrl', most.text);
  return {
    id,
    name: visibleLine(text('name', most.text)),
    jql: text('jql', most.jql),
    ...(owner !== '' && { owner: visibleLine(owner).slice(0, most.text) }),
    group,
    isFavourite: value['favourite'] === true || group === 'favourite',
    ...(viewUrl !== '' && { viewUrl }),
  };
}
