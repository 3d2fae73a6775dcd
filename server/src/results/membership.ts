import type { Membership } from '../protocol/grouping.ts';
import { toDatabase } from './cell-value.ts';
import { unitSql } from './column-reading.ts';
import type { Condition, FilterColumn } from './row-filter.ts';

/** The condition that a row belongs to a group by its value in a column. */
export function membership({ unit, value }: Membership, { name, type }: FilterColumn): Condition {
  if (unit !== undefined && type === 'date')
    return value === undefined
      ? { sql: `nullif(${unitSql(name, unit)}, '') IS NULL`, values: [] }
      : { sql: `${unitSql(name, unit)} IS ?`, values: [toDatabase(value)] };
  const isNested = `typeof(${name}) = 'blob'`;
  const json = JSON.stringify(value ?? null);
  if (value === undefined)
    return { sql: `(nullif(${name}, '') IS NULL OR (${isNested} AND belongs(${name}, ?)))`, values: [json] };
  // JSON is parsed only if it contains the text of the value.
  const nested = `(${isNested} AND instr(${name}, ?) > 0 AND belongs(${name}, ?))`;
  const values = [new TextEncoder().encode(json), json];
  // A nested value is only compared as JSON.
  if (typeof value === 'object') return { sql: nested, values };
  return { sql: `(${name} IS ? OR ${nested})`, values: [toDatabase(value), ...values] };
}
