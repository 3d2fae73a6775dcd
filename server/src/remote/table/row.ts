import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';

const flattened: ReadonlySet<string> = new Set(facts.flatten);

/** A record as cells with their columns: scalars and arrays unchanged, the members of some objects as separate columns. */
export function cellsOf(record: JsonObject, prefix = ''): [key: string, value: Json][] {
  return Object.entries(record).flatMap(([key, value]) =>
    isObject(value) && flattened.has(key)
      ? cellsOf(value, `${prefix}${key}.`)
      : [[prefix + key, value] satisfies [string, Json]],
  );
}

/** The cells of the only record of an array, prefixed with the array's name: `revisions.timestamp`. */
export function onlyRecord(key: string, value: Json): [key: string, value: Json][] | undefined {
  const only = arrayOf(value)?.[0];
  return isObject(only) && arrayOf(value)?.length === 1 ? cellsOf(only, `${key}.`) : undefined;
}
