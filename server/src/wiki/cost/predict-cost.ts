/** Predicts how many requests a wiki query takes. */
import { type Cost, type CostNote, requestsFor } from '../../query-file/cost/cost.ts';
import { type ActiveModule, type WikiModel, wireName } from '../model.ts';
import { isAboutOnePage, limitsRows, listsSeveral } from '../own-limits.ts';
import { splitList } from '../split-lists.ts';
import { mostWithoutContinuation } from './never-continue.ts';
import { pagesAtOnce, servedPages, type ServedPages } from './pages-per-request.ts';
import { loweredLimit } from '../validation/lowered-limits.ts';

/** The limit of a module that declares none: that of MediaWiki's revisions. */
const usualLimit = 10;
const limit = 'limit';

/** How many rows of a module one request gets: by the query as it is, and at most. */
interface Pages {
  readonly active: ActiveModule;
  /** The parameter in the request. */
  readonly name: string;
  readonly perRequest: number;
  readonly most: number;
  /** For an account with the right to high limits. */
  readonly high: number;
}

/**
 * Predicts the cost of a query.
 *
 * @param limited the rows that a directive of the query asks for; `undefined` = none
 * @param usual the rows that a run fetches where neither that nor a parameter of the query says it
 */
export function costOfWiki(model: WikiModel, limited: number | undefined, usual: number): Cost {
  const pages = model.active
    .filter(active => limitsRows(active, limit))
    .map(active => pagesOf(model, active));
  const needsToken = model.active.some(({ module }) => module.parameters.some(({ tokenType }) => tokenType));
  const notes = [
    ...propertyNotes(model),
    ...model.active.flatMap(moduleNotes),
    ...(needsToken ? [{ key: 'token' } as const] : []),
  ];
  const counted = pages.map(page => countRows(page, limited ?? ownRows(model, page.active) ?? usual));
  const [slowest] = counted.toSorted(
    (one, other) =>
      requestsFor(other.rows, other.perRequest) - requestsFor(one.rows, one.perRequest) ||
      one.perRequest - other.perRequest,
  );
  const served = leastServed(model);
  const servedNotes = served === undefined ? [] : [servedNote(served)];
  if (slowest === undefined) {
    const parts = splitList(model, false)?.requests ?? 1;
    return { requests: parts * (served?.batches ?? 1), notes: [...servedNotes, ...notes] };
  }
  const requests = requestsFor(slowest.rows, slowest.perRequest);
  if (served !== undefined && slowest.active.role === 'generator')
    return {
      rows: slowest.rows,
      requests: requests * batchesOf(Math.min(slowest.rows, served.all), served.pages),
      notes: [...servedNotes, ...notes],
    };
  return {
    rows: slowest.rows,
    perRequest: slowest.perRequest,
    ...(slowest.perRequest === slowest.most &&
      slowest.high > slowest.most && { perRequestHigh: slowest.high }),
    requests,
    notes: [...largerPages(slowest, requests), ...servedNotes, ...notes],
  };
}

/** A module that never continues answers once, with as many rows as its limit says. */
function countRows(page: Pages, rows: number): Pages & { readonly rows: number } {
  const isOneRequest = mostWithoutContinuation(page.active.module.name) !== undefined;
  return { ...page, rows: isOneRequest ? Math.min(rows, page.perRequest) : rows };
}

interface Batches extends ServedPages {
  /** The pages that a query names, or that its generator gives with one request. */
  readonly all: number;
  /** The requests until all of them are answered for. */
  readonly batches: number;
}

const batchesOf = (all: number, pages: number): number => Math.ceil(all / pages);

/** The property of a query that answers for the fewest of its pages in one response; `undefined` = each for all. */
function leastServed(model: WikiModel): Batches | undefined {
  const named = pagesAtOnce(model);
  if (named === undefined) return undefined;
  const all = Math.min(named, splitList(model, false)?.most ?? named);
  return model.active
    .flatMap(active => servedPages(model, active) ?? [])
    .filter(({ pages }) => pages < all)
    .map(served => ({ ...served, all, batches: batchesOf(all, served.pages) }))
    .toSorted((one, other) => one.pages - other.pages)[0];
}

const servedNote = ({ active, pages, all, most, raisedBy = '' }: Batches): CostNote => ({
  key: raisedBy === '' ? 'servedPages' : 'servedPages.raise',
  values: { module: active.module.name, pages, all, most, name: raisedBy },
});

/** The number of rows that the query itself sets, which the run fetches first. */
function ownRows(model: WikiModel, active: ActiveModule): number | undefined {
  const text = model.nodeOf(active, limit)?.value?.text ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

function pagesOf(model: WikiModel, active: ActiveModule): Pages {
  const parameter = active.module.parameter(limit);
  const lowered = loweredLimit(model, active);
  const maximum = lowered?.most ?? parameter?.max ?? usualLimit;
  const high = lowered?.mostWithHighLimits ?? parameter?.highMax ?? maximum;
  const text = model.nodeOf(active, limit)?.value?.text ?? '';
  const requested = /^\d{1,9}$/.test(text)
    ? Math.max(1, Number(text))
    : Number(parameter?.default ?? usualLimit);
  const perRequest = text === 'max' ? maximum : Math.min(maximum, requested);
  return { active, name: wireName(active, limit), perRequest, most: maximum, high };
}

/** A list or generator without a limit of its own, and the requests for its rows without and with the largest one. */
export interface UnwrittenLimit {
  readonly active: ActiveModule;
  /** The parameter in the request. */
  readonly name: string;
  /** Infinity = until all rows are fetched. */
  readonly before: number;
  readonly after: number;
}

/**
 * The lists and generators of a query that take fewer requests with their largest limit, where the query has none.
 *
 * @param rows the rows that a run of the query fetches
 */
export const unwrittenLimits = (model: WikiModel, rows: number): readonly UnwrittenLimit[] =>
  model.active
    .filter(active => limitsRows(active, limit) && model.nodeOf(active, limit) === undefined)
    .filter(({ module }) => mostWithoutContinuation(module.name) === undefined)
    .map(active => pagesOf(model, active))
    .filter(({ perRequest, most }) => perRequest < Math.min(rows, most))
    .map(({ active, name, perRequest, most }) => ({
      active,
      name,
      before: requestsFor(rows, perRequest),
      after: requestsFor(rows, most),
    }));

function largerPages(
  { name, perRequest, most, rows }: Pages & { readonly rows: number },
  requests: number,
): CostNote[] {
  if (perRequest >= most || requests === 1) return [];
  if (requests === Infinity) return [{ key: 'largerPages.all', values: { name, each: most } }];
  return [{ key: 'largerPages', values: { name, requests: requestsFor(rows, most) } }];
}

/** Notes on properties whose limit applies to all pages of a request together. */
function propertyNotes(model: WikiModel): CostNote[] {
  return model.active
    .filter(({ role, module }) => role === 'prop' && module.parameter(limit)?.type === 'limit')
    .filter(active => active.module.parameter(limit)?.default !== undefined || listsSeveral(model, active))
    .filter(active => !servedPages(model, active))
    .map(active => pagesOf(model, active))
    .filter(({ perRequest, most }) => perRequest > 1 && (perRequest < most || pagesAtOnce(model) !== 1))
    .filter(({ active, most }) => !isAboutOnePage(model) || (ownRows(model, active) ?? Infinity) > most)
    .map(({ active, name, perRequest, most }) => ({
      key: perRequest < most ? 'propertyPages' : 'propertyPages.most',
      values: { module: active.module.name, name, each: perRequest, most },
    }));
}

function moduleNotes({ module: { name } }: ActiveModule): CostNote[] {
  if (name === 'search') return [{ key: 'search' }];
  if (mostWithoutContinuation(name) !== undefined) return [{ key: 'once', values: { module: name } }];
  return name === 'querypage' ? [{ key: 'stored' }] : [];
}
