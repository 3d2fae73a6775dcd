/** The cells of a notebook, each of which is a document of its own. */
import * as v from 'valibot';
import { list, notification, object } from '../schema.ts';

const notebookCellsSchema = object({
  notebook: v.string(),
  /** The addresses of the cells with queries, in their order; `[]` = the notebook is closed. */
  cells: list(v.string()),
  /**
   * The definitions that apply to the cells below: all that a cell defines, or only those of the first cell, the
   * header of the file.
   */
  shares: v.picklist(['all', 'header']),
});
export type NotebookCells = v.InferOutput<typeof notebookCellsSchema>;

/** Sent when a notebook opens, closes, or has other cells or another order. */
export const cellsNotification = notification('wikijql/cells', notebookCellsSchema);
