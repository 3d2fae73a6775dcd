/** The rows of one table as they arrive. */
import type { Json, Row } from '../../../server/src/protocol/json.ts';
import type { Column, TableHeader } from '../../../server/src/protocol/run.ts';

const signature = (columns: readonly Column[]): string => JSON.stringify(columns);

export class Store {
  readonly id: string;
  title: string;
  columns: readonly Column[];
  readonly rows: Row[] = [];

  constructor(header: TableHeader) {
    this.id = header.id;
    this.title = header.title;
    this.columns = header.columns;
  }

  /**
   * Puts rows at an offset: those that stood there are replaced, those beyond the end are added.
   * Answers whether the columns changed.
   */
  put(header: TableHeader, offset: number, rows: readonly Row[]): boolean {
    const start = Math.min(offset, this.rows.length);
    for (const [index, row] of rows.entries()) this.rows[start + index] = row;
    const changed = signature(header.columns) !== signature(this.columns);
    this.title = header.title;
    this.columns = header.columns;
    return changed;
  }

  /** The value of a cell; `undefined` = empty. */
  value(row: number, column: Column): Json | undefined {
    const cells = this.rows[row];
    return cells && Object.hasOwn(cells, column.key) ? cells[column.key] : undefined;
  }
}
