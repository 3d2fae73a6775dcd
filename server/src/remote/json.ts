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
 * Two values of one thing that came in two answers: arrays go on where they stopped, objects are
 * merged by key, of anything else the later one holds. Changes neither.
 */
export function joined(earlier: Json | undefined, later: Json): Json {
  const before = arrayOf(earlier);
  const after = arrayOf(later);
  if (before && after) return [...before, ...after];
  if (!isObject(earlier) || !isObject(later)) return later;
  const merged = new Map(Object.entries(earlier));
  for (const [key, value] of Object.entries(later)) merged.set(key, joined(merged.get(key), value));
  return Object.fromEntries(merged);
}
