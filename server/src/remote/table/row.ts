import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';

const flattened: ReadonlySet<string> = new Set(facts.flatten);

/** A record as cells with their columns: scalars and arrays unchanged, the members of some objects as separate columns. */
export function cellsOf(record: JsonObject, prefix = ''): [key: string, value: Json][] {
  const cells: [string, Json][] = [];
  forEachCell(record, prefix, (key, value) => cells.push([key, value]));
  return cells;
}

/** Calls `take` with the cells of a record in their order; without a list of them, as there are many. */
export function forEachCell(
  record: JsonObject,
  prefix: string,
  take: (key: string, value: Json) => void,
): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (value === undefined) continue;
    if (isObject(value) && flattened.has(key)) forEachCell(value, `${prefix}${key}.`, take);
    else take(prefix === '' ? key : prefix + key, value);
  }
}

/** The cells of the only record of an array, prefixed with the array's name: `revisions.timestamp`. */
export function onlyRecord(key: string, value: Json): [key: string, value: Json][] | undefined {
  const only = arrayOf(value)?.[0];
  return isObject(only) && arrayOf(value)?.length === 1 ? cellsOf(only, `${key}.`) : undefined;
}
