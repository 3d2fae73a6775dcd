import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { Trail } from '../wiki/continuation.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import type { trackerNotices } from '../notices.ts';
import { shorten } from '../shorten.ts';
import { addressOf } from './request.ts';

const { first, largest } = facts.pages;
/** What a tracker may send to tell pages and issues apart, in UTF-16 units; a token may hold the query in Base64. */
const longest = { token: 10_000, id: 200 };

/** What a search wants of every page. */
export interface SearchWish {
  readonly jql: string;
  readonly fields: readonly string[];
}

/** A page of a search that arrived. */
export interface Page {
  /** Those that were not on an earlier page. */
  readonly issues: readonly JsonObject[];
  /** There is another page. */
  readonly more: boolean;
  /** Why the search must not go on though it is not at its end. */
  readonly stop?: { readonly code: Parameters<typeof trackerNotices.of>[0]; readonly holes: Holes };
}
type Holes = Readonly<Record<string, number>>;

/** How a tracker hands out a long result: where the next page is, and what a page that arrived means. */
export interface Pages {
  readonly address: string;
  /** Issues that match in all; `undefined` = the tracker does not tell. */
  readonly total: number | undefined;
  /** The parameters for at most `room` more issues. */
  next(room: number): JsonObject;
  /** `undefined` = the answer is not one of a search. */
  take(answer: Json): Page | undefined;
}

/** Pages by their offset: the search of a server of one's own. (facts/jira-rest.json, "search") */
export function serverPages(base: string, wish: SearchWish): Pages {
  const known = new Known();
  let startAt = 0;
  let size = first;
  let cap = largest;
  let asked = 0;
  let total: number | undefined;
  let window = Infinity;
  return {
    address: addressOf(base, 'search'),
    get total() {
      return total;
    },
    next(room) {
      asked = Math.max(1, Math.min(room, size, cap, window - startAt));
      const expand = startAt === 0 ? { expand: ['names', 'schema'] } : {};
      return { ...wish, startAt, maxResults: asked, ...expand };
    },
    take(answer) {
      const issues = issuesOf(answer);
      if (!isObject(answer) || issues === undefined) return undefined;
      const applied = numberOf(answer['maxResults']) ?? asked;
      if (applied > 0 && applied < asked) cap = applied;
      size *= 2;
      window = numberOf(answer['maxResultWindow']) ?? window;
      const before = total;
      total = numberOf(answer['total']);
      startAt += issues.length;
      const fresh = known.add(issues);
      const more = total === undefined ? issues.length >= Math.min(asked, cap) : startAt < total;
      const page = (stop?: Page['stop']): Page => ({ issues: fresh, more, ...(stop && { stop }) });
      if (before !== undefined && total !== undefined && total < before)
        return page({ code: 'resultsChanged', holes: { before, after: total } });
      if (!more && total !== undefined && known.size < total)
        return page({ code: 'resultsChanged', holes: { before: total, after: known.size } });
      if (!more) return page();
      if (issues.length === 0) return page({ code: 'pageEmpty', holes: {} });
      if (fresh.length === 0) return page({ code: 'pageRepeats', holes: {} });
      return page(startAt >= window ? { code: 'resultWindow', holes: { count: startAt } } : undefined);
    },
  };
}

/** Pages by a token: the search of Atlassian's Cloud. (facts/jira-rest.json, "cloudSearch") */
export function cloudPages(base: string, wish: SearchWish): Pages {
  const known = new Known();
  const trail = new Trail();
  const longestToken = longest.token + 8 * wish.jql.length;
  let token: string | undefined;
  let size = first;
  return {
    address: addressOf(base, 'cloudSearch'),
    total: undefined,
    next(room) {
      const place = token === undefined ? { expand: 'names,schema' } : { nextPageToken: token };
      return { ...wish, maxResults: Math.max(1, Math.min(room, size, largest)), ...place };
    },
    take(answer) {
      const issues = issuesOf(answer);
      if (!isObject(answer) || issues === undefined) return undefined;
      size *= 2;
      const next = textOf(answer['nextPageToken']);
      const more = next !== '' && answer['isLast'] !== true;
      const fresh = known.add(issues);
      token = next;
      const page = (stop?: Page['stop']): Page => ({ issues: fresh, more, ...(stop && { stop }) });
      if (!more) return page();
      if (next.length > longestToken) return page({ code: 'continuationRefused', holes: {} });
      if (issues.length === 0) return page({ code: 'pageEmpty', holes: {} });
      const moved = trail.step(new Map([['nextPageToken', next]]));
      return page(moved && fresh.length > 0 ? undefined : { code: 'pageRepeats', holes: {} });
    },
  };
}

/** The issues that were seen, so that one that moved to another page meanwhile is shown once. */
class Known {
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#ids.size;
  }

  /** Those that are new. */
  add(issues: readonly JsonObject[]): JsonObject[] {
    return issues.filter(issue => {
      const id = shorten(textOf(issue['id']) || textOf(issue['key']), longest.id);
      if (id !== '' && this.#ids.has(id)) return false;
      this.#ids.add(id);
      return true;
    });
  }
}

function issuesOf(answer: Json): JsonObject[] | undefined {
  return isObject(answer) ? arrayOf(answer['issues'])?.filter(isObject) : undefined;
}

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
