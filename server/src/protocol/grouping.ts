/** Rows that are grouped by the values of columns, and what is computed of each group. */
import * as v from 'valibot';
import { aggregateNames, dateUnits } from '../common/tables/aggregates.ts';
import { jsonSchema } from './json.ts';
import { dictionary, list, object, optional } from './schema.ts';

const groupKey = {
  /** By its key. */
  column: v.string(),
  /** For dates: the part of the calendar, in the machine's time zone, that they are grouped by; absent = the value itself. */
  unit: optional(v.picklist(dateUnits)),
};
export const groupKeySchema = object(groupKey);
export type GroupKey = v.InferOutput<typeof groupKeySchema>;

export const aggregateSchema = object({
  name: v.picklist(aggregateNames),
  /** By its key; absent = the rows themselves, which only `count` takes. */
  column: optional(v.string()),
});
export type Aggregate = v.InferOutput<typeof aggregateSchema>;

const grouping = {
  /** A row whose cell is a list belongs to a group for each of its items. */
  by: list(groupKeySchema),
  aggregates: list(aggregateSchema),
};
export const groupingSchema = object(grouping);
export type Grouping = v.InferOutput<typeof groupingSchema>;

/** A grouping of the rows that a search and filters let through. */
export const rowGroupingSchema = object({
  ...grouping,
  search: v.string(),
  filters: dictionary(v.string()),
});
export type RowGrouping = v.InferOutput<typeof rowGroupingSchema>;

/** A group by the value of one column; absent = empty cells. */
export const membershipSchema = object({ ...groupKey, value: optional(jsonSchema) });
export type Membership = v.InferOutput<typeof membershipSchema>;
