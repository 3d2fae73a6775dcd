/** The value or the row that is opened beside the table in front, and the whole values of cells that hold only a beginning. */
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { isCut, valueOf } from '../cells/cell-format.ts';
import type { GridPlace } from '../grid/grid-model.ts';
import type { Questions } from '../rows/questions.ts';
import type { Detail } from './detail.ts';

/** A table of a run, by their ids. */
export interface TableOfRun {
  readonly run: string;
  readonly table: string;
}

export class OpenedValue {
  readonly #detail: Detail;
  readonly #questions: Pick<Questions, 'cell'>;
  /** Counts the values that were opened: a whole value may arrive when another one is already shown. */
  #opened = 0;

  constructor(detail: Detail, questions: Pick<Questions, 'cell'>) {
    this.#detail = detail;
    this.#questions = questions;
  }

  /** Shows the part of a value that is loaded, and the whole value when it has arrived. */
  showValue(table: TableOfRun, place: GridPlace): void {
    const { row, column } = place;
    const opened = ++this.#opened;
    if (isCut(row, column)) this.#detail.show(column, row.row, valueOf(row, column));
    this.whole(table, place, value => {
      if (this.#opened === opened && value !== undefined) this.#detail.show(column, row.row, value);
    });
  }

  /** Shows all values of a row in some columns. */
  showRecord(table: TableOfRun, place: GridPlace, columns: readonly Column[]): void {
    this.#opened++;
    const { row } = place;
    this.#detail.showRecord(
      row.row,
      columns.map(column => ({
        column,
        value: valueOf(row, column),
        ...(isCut(row, column) && { open: () => this.showValue(table, { ...place, column }) }),
      })),
    );
  }

  /** Shows the value or the row at the cursor, if one was open before the cursor moved. */
  follow(table: TableOfRun, place: GridPlace, columns: readonly Column[]): void {
    if (this.#detail.isRecord) this.showRecord(table, place, columns);
    else if (this.#detail.open) this.showValue(table, place);
  }

  hide(): void {
    this.#opened++;
    this.#detail.hide();
  }

  /** Passes on the whole value, at once if it is loaded. */
  whole(
    { run, table }: TableOfRun,
    { row, column, view }: GridPlace,
    answered: (value: Json | undefined) => void,
  ): void {
    const cell = { run, table, row: row.row, column: column.key, ...(view && { view }) };
    if (isCut(row, column)) this.#questions.cell(cell, answered);
    else answered(valueOf(row, column));
  }
}
