/** Charts of a table: what is drawn of its groups. */
import * as v from 'valibot';
import { chartKinds } from '../common/tables/view-text.ts';
import { aggregateSchema, groupKeySchema } from './grouping.ts';
import { object, optional } from './schema.ts';

export const chartSchema = object({
  kind: v.picklist(chartKinds),
  /** What the bars, points or slices are. */
  x: groupKeySchema,
  /** What is computed of each. */
  y: aggregateSchema,
  /** What they are divided by; absent = they are not. */
  series: optional(groupKeySchema),
});
export type Chart = v.InferOutput<typeof chartSchema>;
