/** The paging of a tracker's search. */
import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import { ContinuationHistory } from '../wiki/continuation.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import type { trackerNotices } from '../network-notices.ts';
import { shorten } from '#shared/base/shorten.ts';
import { addressOf } from './tracker-request.ts';

const { first, largest } = facts.pages;
/** Maximum UTF-16 units of page tokens and issue ids; a token may contain the query in Base64. */
const longest = { token: 10_000, id: 200 };

/** The parameters of every page of a search. */
export interface SearchRequest {
  readonly jql: string;
  readonly fields: readonly string[];
}

/** A received page of a search. */
export interface Page {
  /** The issues that were not on an earlier page. */
  readonly issues: readonly JsonObject[];
  /** There is another page. */
  readonly more: boolean;
  /** Why the search must stop before its end. */
  readonly stop?: { readonly code: Parameters<typeof trackerNotices.of>[0]; readonly values: Values };
}
type Values = Readonly<Record<string, number>>;

/** The paging of a search: the parameters of the next page, and the meaning of a received page. */
export interface Paging {
  readonly address: string;
  /** All matching issues; `undefined` = unknown. */
  readonly total: number | undefined;
  /** The parameters for at most `room` more issues. */
  next(room: number): JsonObject;
  /** `undefined` = not the response of a search. */
  take(answer: Json): Page | undefined;
}

/** Paging by offset: the search of Jira Server and Data Center. */
export function serverPages(base: string, search: SearchRequest): Paging {
  const received = new KnownIssues();
  let startAt = 0;
  let size = first;
  let cap = largest;
  let requested = 0;
  let total: number | undefined;
  let window = Infinity;
  return {
    address: addressOf(base, 'search'),
    get total() {
      return total;
    },
    next(room) {
      requested = Math.max(1, Math.min(room, size, cap, window - startAt));
      const expand = startAt === 0 ? { expand: ['names', 'schema'] } : {};
      return { ...search, startAt, maxResults: requested, ...expand };
    },
    take(answer) {
      const issues = issuesOf(answer);
      if (!isObject(answer) || issues === undefined) return undefined;
      const applied = numberOf(answer['maxResults']) ?? requested;
      if (applied > 0 && applied < requested) cap = applied;
      size *= 2;
      window = numberOf(answer['maxResultWindow']) ?? window;
      const before = total;
      total = numberOf(answer['total']);
      startAt += issues.length;
      const fresh = received.add(issues);
      const isFull = issues.length >= Math.min(requested, cap);
      const hasMore = total === undefined ? isFull || answer['isLast'] === false : startAt < total;
      const page = (stop?: Page['stop']): Page => ({ issues: fresh, more: hasMore, ...(stop && { stop }) });
      if (before !== undefined && total !== undefined && total < before)
        return page({ code: 'resultsChanged', values: { before, after: total } });
      if (!hasMore && total !== undefined && received.size < total)
        return page({ code: 'resultsChanged', values: { before: total, after: received.size } });
      if (!hasMore) return page();
      if (issues.length === 0) return page({ code: 'pageEmpty', values: {} });
      if (fresh.length === 0) return page({ code: 'pageRepeats', values: {} });
      return page(startAt >= window ? { code: 'resultWindow', values: { count: startAt } } : undefined);
    },
  };
}

/** Paging by token: the search of Jira Cloud. */
export function cloudPages(base: string, search: SearchRequest): Paging {
  const received = new KnownIssues();
  const history = new ContinuationHistory();
  const longestToken = longest.token + 8 * search.jql.length;
  let token: string | undefined;
  let size = first;
  return {
    address: addressOf(base, 'cloudSearch'),
    total: undefined,
    next(room) {
      const place = token === undefined ? { expand: 'names,schema' } : { nextPageToken: token };
      return { ...search, maxResults: Math.max(1, Math.min(room, size, largest)), ...place };
    },
    take(answer) {
      const issues = issuesOf(answer);
      if (!isObject(answer) || issues === undefined) return undefined;
      size *= 2;
      const next = textOf(answer['nextPageToken']);
      // A token leads to the next page, whatever “isLast” says.
      const hasMore = next !== '' && !(answer['isLast'] === true && issues.length === 0);
      const fresh = received.add(issues);
      token = next;
      const page = (stop?: Page['stop']): Page => ({ issues: fresh, more: hasMore, ...(stop && { stop }) });
      if (!hasMore && answer['isLast'] !== false) return page();
      if (next === '' || next.length > longestToken) return page({ code: 'continuationRefused', values: {} });
      if (issues.length === 0) return page({ code: 'pageEmpty', values: {} });
      const moved = history.add(new Map([['nextPageToken', next]]));
      return page(moved && fresh.length > 0 ? undefined : { code: 'pageRepeats', values: {} });
    },
  };
}

/** The received issues, so that one that has moved to another page is shown once. */
class KnownIssues {
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#ids.size;
  }

  /** Adds issues; returns the new ones. */
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
