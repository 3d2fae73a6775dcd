import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';

const flattened: ReadonlySet<string> = new Set(facts.flatten);

/** A record as cells by their columns: scalars and arrays as they are, the objects worth it as columns of their own. */
export function cellsOf(record: JsonObject, prefix = ''): [key: string, value: Json][] {
  return Object.entries(record).flatMap(([key, value]) =>
    isObject(value) && flattened.has(key)
      ? cellsOf(value, `${prefix}${key}.`)
      : [[prefix + key, value] satisfies [string, Json]],
  );
}

/** The cells of an array's only record, under the array's name: `revisions.timestamp`. */
export function onlyRecord(key: string, value: Json): [key: string, value: Json][] | undefined {
  const only = arrayOf(value)?.[0];
  return isObject(only) && arrayOf(value)?.length === 1 ? cellsOf(only, `${key}.`) : undefined;
}
