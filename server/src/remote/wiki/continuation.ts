import { isObject, textOf, type JsonObject } from '../json.ts';

/**
 * The parameters that an answer wants merged into the **original** request to go on; `undefined` =
 * there is no more. (facts/mediawiki.md, "Answers")
 */
export function continuationOf(answer: JsonObject): ReadonlyMap<string, string> | undefined {
  const parameters = answer['continue'];
  if (!isObject(parameters) || Object.keys(parameters).length === 0) return undefined;
  return new Map(Object.entries(parameters).map(([name, value]) => [name, textOf(value)]));
}

/** The wiki was asked with `rawcontinue` and has more: the caller of the API must know how to go on. */
export function hasRawContinuation(answer: JsonObject): boolean {
  return isObject(answer['query-continue']);
}

/** Remembers where a run has been, to notice when a wiki sends it in a circle. */
export class Trail {
  readonly #seen = new Set<string>();

  /** True = new ground; false = it has been here before. */
  step(continuation: ReadonlyMap<string, string>): boolean {
    const place = JSON.stringify([...continuation].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    if (this.#seen.has(place)) return false;
    this.#seen.add(place);
    return true;
  }
}
