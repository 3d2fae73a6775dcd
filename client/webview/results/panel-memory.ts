/** The state that the panel keeps while another tab covers it, because its document is then discarded. */
import * as v from 'valibot';
import { accepts, dictionary, list, object, optional } from '#shared/protocol/schema.ts';
import { chartsMemorySchema } from '../chart/table-charts.ts';
import { stepSchema } from './table-steps.ts';

const finite = v.pipe(v.number(), v.finite());

const tableMemorySchema = object({
  steps: list(stepSchema),
  filtersShown: v.boolean(),
  cursor: object({ row: finite, column: finite }),
  scroll: object({ top: finite, left: finite }),
});
/** The state of a table as the user left it. */
export type TableMemory = v.InferOutput<typeof tableMemorySchema>;

const runMemorySchema = object({
  /** The id of the table in front; empty = none. */
  front: v.string(),
  tables: dictionary(tableMemorySchema),
});
export type RunMemory = v.InferOutput<typeof runMemorySchema>;

const panelMemorySchema = object({
  /** The run in front; empty = none. */
  shown: v.string(),
  runs: dictionary(runMemorySchema),
  /** By run and table. */
  charts: optional(chartsMemorySchema),
  /** The statement in the SQL view. */
  sql: optional(v.string()),
});
export type PanelMemory = v.InferOutput<typeof panelMemorySchema>;

export const emptyMemory: PanelMemory = { shown: '', runs: {} };

const isMemory = accepts(object({ memory: panelMemorySchema }));

/** The memory in the state that the editor stored; an empty one if it has none. */
export const memoryIn = (kept: unknown): PanelMemory => (isMemory(kept) ? kept.memory : emptyMemory);
