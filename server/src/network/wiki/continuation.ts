/** The continuation of a wiki's responses. */
import { createHash } from 'node:crypto';
import facts from '../../../catalogue/network/wiki-continuation.json' with { type: 'json' };
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

const general: ReadonlySet<string> = new Set(facts.general);
/** Limits of a continuation; its values are titles, ids and timestamps joined by `|`. */
const maximum = { members: 100, name: 100, value: 10_000 };

/**
 * The parameters to merge into the **original** request to continue; `undefined` = the response is the last one,
 * `invalid` = it says that there is more, but not how to get it.
 */
export function continuationOf(answer: JsonObject): ReadonlyMap<string, string> | 'invalid' | undefined {
  const members = answer['continue'] ?? [];
  // PHP writes an object without members as an array.
  if (!isObject(members)) return arrayOf(members)?.length === 0 ? undefined : 'invalid';
  const entries = Object.entries(members);
  if (entries.length === 0) return undefined;
  if (entries.some(([, value]) => typeof value === 'object')) return 'invalid';
  return new Map(entries.slice(0, maximum.members + 1).map(([name, value]) => [name, textOf(value)]));
}

/** Values of a continuation with which a list begins at its start. */
const fromStart: ReadonlySet<string> = new Set(['', '0', '||', '-||']);

/** The parameters of a request with which its rows begin later than the first, as `sroffset=20`; empty = none. */
export const startOf = (parameters: Iterable<readonly [string, string]>): string =>
  [...parameters]
    .filter(([name, value]) => /(?:continue|offset)$/.test(name) && !fromStart.has(value))
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/**
 * Whether a continuation sets only parameters that a continuation may set.
 *
 * @param query the parameters of the original request
 */
export const isContinuation = (
  parameters: ReadonlyMap<string, string>,
  query: ReadonlyMap<string, string>,
): boolean =>
  parameters.size <= maximum.members &&
  [...parameters].every(([name, value]) => canSet(name, value, query.get(name)));

/**
 * Whether a continuation may set a parameter: to a position in a list, or to the rest of the values that the query
 * requested.
 */
function canSet(name: string, value: string, requested: string | undefined): boolean {
  if (!/^\w[\w-]*$/.test(name) || name.length > maximum.name || value.length > maximum.value) return false;
  if (general.has(name)) return false;
  if (facts.endings.some(ending => name.endsWith(ending))) return true;
  const values = new Set(requested === undefined ? [] : valuesOf(requested));
  return valuesOf(value).every(item => values.has(item));
}

/** Splits a list of values; a leading U+001F makes it the separator. */
export const valuesOf = (text: string): string[] =>
  text.startsWith('\u001f') ? text.slice(1).split('\u001f') : text.split('|');

/** The query has `rawcontinue`, and there are more results: only its author knows how to continue. */
export function hasRawContinuation(answer: JsonObject): boolean {
  return isObject(answer['query-continue']);
}

/** Remembers the continuations of a run, to detect loops. */
export class ContinuationHistory {
  /** Hashes, because continuations can be long. */
  readonly #seen = new Set<string>();

  /** Whether a continuation is new. */
  add(continuation: ReadonlyMap<string, string>): boolean {
    const place = JSON.stringify([...continuation].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const hash = createHash('sha256').update(place).digest('base64');
    if (this.#seen.has(hash)) return false;
    this.#seen.add(hash);
    return true;
  }
}

/** Maximum consecutive responses without anything new, and without new rows (only parts of known pages). */
const maximumWithout = { news: 50, rows: 1_000 };

/** Detects a wiki that continues without sending anything new. */
export class StallDetector {
  #rows = 0;
  #parts = 0;
  #withoutNews = 0;
  #withoutRows = 0;

  /**
   * Adds a response.
   *
   * @param rows all rows so far
   * @param parts all later parts of pages so far
   * @returns the number of consecutive responses that brought too little; `undefined` = the run may continue
   */
  after(rows: number, parts: number): number | undefined {
    this.#withoutRows = rows > this.#rows ? 0 : this.#withoutRows + 1;
    this.#withoutNews = rows > this.#rows || parts > this.#parts ? 0 : this.#withoutNews + 1;
    this.#rows = rows;
    this.#parts = parts;
    if (this.#withoutNews >= maximumWithout.news) return this.#withoutNews;
    return this.#withoutRows >= maximumWithout.rows ? this.#withoutRows : undefined;
  }

  /** The user continues the run. */
  reset(): void {
    this.#withoutNews = 0;
    this.#withoutRows = 0;
  }
}
