/** The order of values when a column is sorted. */
import { timeOf } from '../cells/cell-dates.ts';
import { preview } from '../cells/nested.ts';
import type { Json } from '../../../server/src/protocol/json.ts';
import type { ColumnType } from '../../../server/src/protocol/run.ts';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** What is compared: a number where the value has one, else text; `undefined` for an empty cell. */
export function sortKey(value: Json | undefined, type: ColumnType): number | string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return type === 'date' ? (timeOf(value) ?? value) : value;
  return preview(value);
}

/** Numbers before texts. */
export function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : collator.compare(a, b);
}
