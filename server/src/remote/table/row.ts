import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json, Row } from '../../protocol/json.ts';
import { arrayOf, isObject } from '../json.ts';

const flattened: ReadonlySet<string> = new Set(facts.flatten);

/** A record as a row: scalars and arrays as they are, the objects worth it as columns of their own. */
export function rowOf(record: Json): Row {
  return isObject(record) ? Object.fromEntries(cells(record, '')) : { value: record };
}

function cells(record: { readonly [key: string]: Json }, prefix: string): [key: string, value: Json][] {
  return Object.entries(record).flatMap(([key, value]) =>
    isObject(value) && flattened.has(key)
      ? cells(value, `${prefix}${key}.`)
      : [[prefix + key, value] satisfies [string, Json]],
  );
}

/** The cells of an array's only record, under the array's name: `revisions.timestamp`. */
export function onlyRecord(key: string, value: Json): [key: string, value: Json][] | undefined {
  const only = arrayOf(value)?.[0];
  return isObject(only) && arrayOf(value)?.length === 1 ? cells(only, `${key}.`) : undefined;
}
