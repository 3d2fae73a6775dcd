/** Widths that fit the contents of the columns of a table, measured in its first rows. */
import type { Format } from '../cells/cell-format.ts';
import { measureIn, naturalWidth } from './widths.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import type { RowWindow } from '../rows/row-window.ts';

/** The width of the opener before the value of a group, in CSS pixels. */
const openerWidth = 14;
/** The number of rows below which widths are measured again when more rows come. */
const enoughToMeasure = 50;

export class NaturalWidths {
  readonly #rows: RowWindow;
  readonly #format: Format;
  /** The measured widths by the keys of the columns. */
  readonly #widths = new Map<string, number>();
  /** The number of rows that the widths were measured in. */
  #measured = 0;

  constructor(rows: RowWindow, format: Format) {
    this.#rows = rows;
    this.#format = format;
  }

  /** Forgets the width of a column; without a column, all of them. */
  forget(column?: Column): void {
    if (column) this.#widths.delete(column.key);
    else this.#widths.clear();
  }

  /** Forgets all widths, as other rows are shown. */
  restart(): void {
    this.#widths.clear();
    this.#measured = 0;
  }

  /** Forgets the widths if there are more rows to measure; returns whether it did. */
  remeasure(): boolean {
    const { length } = this.#rows.sample;
    if (this.#measured >= enoughToMeasure || length <= this.#measured) return false;
    this.#measured = length;
    this.#widths.clear();
    return true;
  }

  /** The width of a column in CSS pixels. It is not kept if it was measured outside of a document. */
  width(column: Column, { comparison, columns }: TableHeader, body: Element): number {
    const measured = this.#widths.get(column.key);
    if (measured !== undefined) return measured;
    const opens = this.#rows.groups?.columns[0]?.key === column.key ? openerWidth : 0;
    const measure = measureIn(body);
    const widthOf = (measuredColumn: Column): number =>
      naturalWidth(this.#rows.sample, measuredColumn, this.#format, measure);
    const { key } = column;
    const keyBefore =
      comparison && Object.hasOwn(comparison.before, key) ? comparison.before[key] : undefined;
    const before =
      keyBefore === undefined ? undefined : columns.find(candidate => candidate.key === keyBefore);
    // A changed cell shows both values.
    const width = widthOf(column) + (before ? widthOf(before) : 0) + opens;
    if (body.isConnected) this.#widths.set(key, width);
    return width;
  }
}
