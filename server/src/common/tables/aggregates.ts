/** What can be computed of the rows of a group, and of which types of columns. */
import facts from '../../../catalogue/query-file/aggregates.json' with { type: 'json' };

export const aggregateNames = ['count', 'distinct', 'sum', 'average', 'min', 'max'] as const;
export type AggregateName = (typeof aggregateNames)[number];

/** Parts of the calendar that dates are grouped by. */
export const dateUnits = ['year', 'month', 'week', 'day'] as const;
export type DateUnit = (typeof dateUnits)[number];

/** Whether it makes sense for columns of that type. */
export function aggregateFits(name: AggregateName, type: string): boolean {
  const types = aggregateTypes(name);
  return types.length === 0 || types.includes(type);
}

/** The title of its column, with the place of the column's own `{title}`. */
export const aggregateTitle = (name: AggregateName): string => facts[name].title;

/** What a menu calls it. */
export const aggregateLabel = (name: AggregateName): string => facts[name].label;

/** The types of columns that it makes sense for; empty = all. */
export function aggregateTypes(name: AggregateName): readonly string[] {
  const fact = facts[name];
  return 'types' in fact ? fact.types : [];
}
