/** Aggregates of the rows of a group, and the types of columns that they apply to. */
import facts from '../../../server/catalogue/query-file/aggregates.json' with { type: 'json' };

export const aggregateNames = ['count', 'distinct', 'sum', 'average', 'min', 'max'] as const;
export type AggregateName = (typeof aggregateNames)[number];

/** The parts of a date that rows can be grouped by. */
export const dateUnits = ['year', 'month', 'week', 'day'] as const;
export type DateUnit = (typeof dateUnits)[number];

/** Whether an aggregate applies to columns of a type. */
export function aggregateFits(name: AggregateName, type: string): boolean {
  const types = aggregateTypes(name);
  return types.length === 0 || types.includes(type);
}

/** The title of an aggregate's column, with `{title}` for the title of the aggregated column. */
export const aggregateTitle = (name: AggregateName): string => facts[name].title;

/** The label of an aggregate in menus. */
export const aggregateLabel = (name: AggregateName): string => facts[name].label;

/** The types of columns that an aggregate applies to; empty = all. */
export function aggregateTypes(name: AggregateName): readonly string[] {
  const fact = facts[name];
  return 'types' in fact ? fact.types : [];
}
