/** Reads and joins JSON values of unknown shape. */
import type { Json } from './json.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array, or `undefined`. `Array.isArray` does not narrow a readonly array. */
export function arrayOf(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The text of a scalar; empty for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** The records of a list: of an array, or of an object whose values they are (`formatversion=1`). */
export function recordsOf(value: Json | undefined): readonly Json[] {
  return arrayOf(value) ?? (isObject(value) ? Object.values(value) : []);
}

/**
 * Joins values that are spread over several responses: arrays are concatenated, objects are merged by key, of other
 * values the later one wins. A result may be extended in place by later parts, so that a list in a million parts is not
 * copied a million times.
 */
export class Joiner {
  readonly #arrays = new WeakMap<readonly Json[], Json[]>();
  readonly #objects = new WeakMap<JsonObject, Record<string, Json>>();

  join(earlier: Json | undefined, later: Json): Json {
    const before = arrayOf(earlier);
    const after = arrayOf(later);
    if (before && after) return this.#joinArrays(before, after);
    return isObject(earlier) && isObject(later) ? this.#joinObjects(earlier, later) : later;
  }

  #joinArrays(before: readonly Json[], after: readonly Json[]): Json {
    const joined = this.#arrays.get(before) ?? [...before];
    this.#arrays.set(joined, joined);
    for (const item of after) joined.push(item);
    return joined;
  }

  #joinObjects(before: JsonObject, after: JsonObject): Json {
    const joined = this.#objects.get(before) ?? { ...before };
    this.#objects.set(joined, joined);
    for (const [key, value] of Object.entries(after)) {
      const existing = Object.hasOwn(joined, key) ? joined[key] : undefined;
      setMember(joined, key, this.join(existing, value));
    }
    return joined;
  }
}

/** A plain assignment to `__proto__` would not create a member. */
function setMember(object: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
