/** Groupings of a table's rows, what is computed of each group, and charts of the groups. */
import * as v from 'valibot';
import { aggregateNames, dateUnits } from '#shared/base/tables/aggregates.ts';
import { jsonSchema } from './json.ts';
import { dictionary, list, object, optional } from './schema.ts';
import { chartKinds } from '#shared/base/tables/view-text.ts';

const groupKey = {
  /** The key of the column. */
  column: v.string(),
  /** For dates: the part of the calendar, in the machine's time zone, that groups them; absent = the value itself. */
  unit: optional(v.picklist(dateUnits)),
};
const groupKeySchema = object(groupKey);
export type GroupKey = v.InferOutput<typeof groupKeySchema>;

const aggregateSchema = object({
  name: v.picklist(aggregateNames),
  /** The key of the column; absent = the rows themselves, which only `count` accepts. */
  column: optional(v.string()),
});
export type Aggregate = v.InferOutput<typeof aggregateSchema>;

const grouping = {
  /** A row whose cell is a list belongs to one group for each of its items. */
  by: list(groupKeySchema),
  aggregates: list(aggregateSchema),
};
export const groupingSchema = object(grouping);
export type Grouping = v.InferOutput<typeof groupingSchema>;

/** A grouping of the rows that match a search and filters. */
export const rowGroupingSchema = object({
  ...grouping,
  search: v.string(),
  filters: dictionary(v.string()),
});
export type RowGrouping = v.InferOutput<typeof rowGroupingSchema>;

/** A group by the value of one column; absent = empty cells. */
export const membershipSchema = object({ ...groupKey, value: optional(jsonSchema) });
export type Membership = v.InferOutput<typeof membershipSchema>;

/** A chart of a table's groups. */
export const chartSchema = object({
  kind: v.picklist(chartKinds),
  /** Gives the bars, points or slices. */
  x: groupKeySchema,
  /** Gives the value of each. */
  y: aggregateSchema,
  /** Divides each bar or point; absent = undivided. */
  series: optional(groupKeySchema),
});
export type Chart = v.InferOutput<typeof chartSchema>;
