/** Notebooks: each of their cells is a document of its own. */
import * as v from 'valibot';
import { list, notification, object } from '../schema.ts';

const notebookCellsSchema = object({
  notebook: v.string(),
  /** The addresses of the cells with queries, in their order; none = the notebook is closed. */
  cells: list(v.string()),
  /** What holds for the cells below: all that a cell defines, or only the header of the file, which is the first cell. */
  shares: v.picklist(['all', 'header']),
});
export type NotebookCells = v.InferOutput<typeof notebookCellsSchema>;

/** Sent when a notebook opens, closes, or has other cells or another order. What a cell defines holds for those below it. */
export const cellsNotification = notification('wikijql/cells', notebookCellsSchema);
