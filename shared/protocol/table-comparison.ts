/** The columns and counts of a table that compares two others. */
import * as v from 'valibot';
import { count, dictionary, list, object, optional } from './schema.ts';

/** The state of a row: only in the second result, only in the first, in both with other values, or the same in both. */
const rowStates = ['added', 'gone', 'changed', 'same'] as const;
export type RowState = (typeof rowStates)[number];

const countsSchema = object({ added: count, gone: count, changed: count, same: count });
export type ComparisonCounts = v.InferOutput<typeof countsSchema>;

export const comparisonSchema = object({
  /** The key of the column with the state of each row. */
  state: v.string(),
  /** The key of the column with the list of the keys of the columns that changed. */
  changes: v.string(),
  /**
   * The keys of the columns with the values before, by the columns with the values after; a cell that did not change
   * is empty there.
   */
  before: dictionary(v.string()),
  /** The key of the column that identifies rows; absent = none, so that whole rows are compared. */
  identity: optional(v.string()),
  counts: countsSchema,
  /** The titles of columns that only one of the results has. */
  onlyBefore: list(v.string()),
  onlyAfter: list(v.string()),
});
export type Comparison = v.InferOutput<typeof comparisonSchema>;

/** Whether both results have the same rows. */
export const isOfEqualRows = ({ counts }: Comparison): boolean =>
  counts.added + counts.gone + counts.changed === 0;
