import type { Json } from '../protocol/json.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array, or `undefined`: `Array.isArray` does not narrow a read-only one. */
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
 * Joins values of one thing that come in several answers: arrays go on where they stopped, objects are merged by key,
 * of anything else the later one holds. What it answered it may extend in place when more comes, so that a list which
 * comes in a million parts is not copied a million times.
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
      const known = Object.hasOwn(joined, key) ? joined[key] : undefined;
      setMember(joined, key, this.join(known, value));
    }
    return joined;
  }
}

/** A plain assignment to `__proto__` would not make a member. */
function setMember(object: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
