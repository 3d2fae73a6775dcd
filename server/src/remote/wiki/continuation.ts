import { createHash } from 'node:crypto';
import facts from '../../../catalogue/network/wiki-continuation.json' with { type: 'json' };
import { isObject, textOf, type JsonObject } from '../json.ts';

const general: ReadonlySet<string> = new Set(facts.general);
/** What a wiki may send to go on; values are titles, ids and timestamps joined by `|`. */
const most = { members: 100, name: 100, value: 10_000 };

/**
 * The parameters that an answer wants merged into the **original** request to go on; `undefined` =
 * there is no more. (facts/mediawiki.md, "Answers")
 */
export function continuationOf(answer: JsonObject): ReadonlyMap<string, string> | undefined {
  const members = answer['continue'];
  if (!isObject(members)) return undefined;
  const names = Object.keys(members);
  if (names.length === 0) return undefined;
  return new Map(names.slice(0, most.members + 1).map(name => [name, textOf(members[name])]));
}

/**
 * Whether an answer wants nothing that a continuation has no business to set.
 *
 * @param query the parameters of the original request
 */
export const isContinuation = (
  parameters: ReadonlyMap<string, string>,
  query: ReadonlyMap<string, string>,
): boolean =>
  parameters.size <= most.members &&
  [...parameters].every(([name, value]) => maySet(name, value, query.get(name)));

/** A place in a list, or what is left of the values that the query asked for. */
function maySet(name: string, value: string, asked: string | undefined): boolean {
  if (!/^\w[\w-]*$/.test(name) || name.length > most.name || value.length > most.value) return false;
  if (general.has(name)) return false;
  if (facts.endings.some(ending => name.endsWith(ending))) return true;
  const values = new Set(asked === undefined ? [] : valuesOf(asked));
  return valuesOf(value).every(each => values.has(each));
}

/** U+001F in front makes it the separator. */
const valuesOf = (text: string): string[] =>
  text.startsWith('\u001f') ? text.slice(1).split('\u001f') : text.split('|');

/** The wiki was asked with `rawcontinue` and has more: the caller of the API must know how to go on. */
export function hasRawContinuation(answer: JsonObject): boolean {
  return isObject(answer['query-continue']);
}

/** Remembers where a run has been, to notice when a site sends it in a circle. */
export class Trail {
  /** Hashes: a site chooses how long its continuations are. */
  readonly #seen = new Set<string>();

  /** True = new ground; false = it has been here before. */
  step(continuation: ReadonlyMap<string, string>): boolean {
    const place = JSON.stringify([...continuation].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const hash = createHash('sha256').update(place).digest('base64');
    if (this.#seen.has(hash)) return false;
    this.#seen.add(hash);
    return true;
  }
}

/** How many answers in a row may bring nothing, or parts of pages that are there already but no row. */
const mostWithout = { news: 50, rows: 1_000 };

/** Notices when a wiki goes on and on without bringing anything. */
export class StallDetector {
  #rows = 0;
  #parts = 0;
  #withoutNews = 0;
  #withoutRows = 0;

  /**
   * Takes note of an answer.
   *
   * @param rows all rows so far
   * @param parts all parts so far that a page got later
   * @returns how many answers in a row brought too little; `undefined` = it may go on
   */
  after(rows: number, parts: number): number | undefined {
    this.#withoutRows = rows > this.#rows ? 0 : this.#withoutRows + 1;
    this.#withoutNews = rows > this.#rows || parts > this.#parts ? 0 : this.#withoutNews + 1;
    this.#rows = rows;
    this.#parts = parts;
    if (this.#withoutNews >= mostWithout.news) return this.#withoutNews;
    return this.#withoutRows >= mostWithout.rows ? this.#withoutRows : undefined;
  }

  /** The user wants it to go on. */
  reset(): void {
    this.#withoutNews = 0;
    this.#withoutRows = 0;
  }
}
