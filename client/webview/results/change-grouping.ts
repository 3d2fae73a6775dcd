/** Changes a grouping step by step, as menus do. `undefined` = not grouped. */
import type { AggregateName, DateUnit } from '#shared/base/tables/aggregates.ts';
import type { Aggregate, Grouping } from '#shared/protocol/grouping.ts';

const countRows: Aggregate = { name: 'count' };

const isKey =
  (column: string, unit: DateUnit | undefined) =>
  (key: Grouping['by'][number]): boolean =>
    key.column === column && key.unit === unit;

const isAggregate = (name: AggregateName, column: string | undefined) => (aggregate: Aggregate) =>
  aggregate.name === name && aggregate.column === column;

export const groupsBy = (grouping: Grouping | undefined, column: string, unit?: DateUnit): boolean =>
  grouping?.by.some(isKey(column, unit)) ?? false;

export const computes = (grouping: Grouping | undefined, name: AggregateName, column?: string): boolean =>
  grouping?.aggregates.some(isAggregate(name, column)) ?? false;

/** Adds or removes a column as a key of the grouping; a new grouping counts the rows. */
export function toggleKey(
  grouping: Grouping | undefined,
  column: string,
  unit?: DateUnit,
): Grouping | undefined {
  const by = grouping?.by ?? [];
  const isThere = isKey(column, unit);
  const others = by.filter(key => !isThere(key));
  const next = others.length < by.length ? others : [...by, { column, ...(unit && { unit }) }];
  return next.length === 0 ? undefined : { by: next, aggregates: grouping?.aggregates ?? [countRows] };
}

/** Adds or removes an aggregate. */
export function toggleAggregate(grouping: Grouping, name: AggregateName, column?: string): Grouping {
  const isThere = isAggregate(name, column);
  const others = grouping.aggregates.filter(aggregate => !isThere(aggregate));
  const isNew = others.length === grouping.aggregates.length;
  const newAggregate: Aggregate = { name, ...(column !== undefined && { column }) };
  return { ...grouping, aggregates: isNew ? [...others, newAggregate] : others };
}
