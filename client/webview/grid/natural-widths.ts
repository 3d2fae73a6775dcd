/** The widths that fit what is in the columns of a table, by the first of its rows. */
import type { Format } from '../cells/cell-format.ts';
import { measureIn, naturalWidth } from './widths.ts';
import type { Column, TableHeader } from '../../../server/src/protocol/run.ts';
import type { RowWindow } from '../rows/row-window.ts';

/** CSS pixels before the value of a group. */
const openerWidth = 14;
/** With fewer rows than that, the widths are measured again when more come. */
const enoughToMeasure = 50;

export class NaturalWidths {
  readonly #rows: RowWindow;
  readonly #format: Format;
  /** By the columns' keys. */
  readonly #known = new Map<string, number>();
  /** How many rows the widths come from. */
  #measured = 0;

  constructor(rows: RowWindow, format: Format) {
    this.#rows = rows;
    this.#format = format;
  }

  /** Forgets the width of a column; without one, of all. */
  forget(column?: Column): void {
    if (column) this.#known.delete(column.key);
    else this.#known.clear();
  }

  /** Other rows are shown. */
  restart(): void {
    this.#known.clear();
    this.#measured = 0;
  }

  /** Forgets the widths if more rows have come that are to be measured; true = it did. */
  remeasure(): boolean {
    const { length } = this.#rows.sample;
    if (this.#measured >= enoughToMeasure || length <= this.#measured) return false;
    this.#measured = length;
    this.#known.clear();
    return true;
  }

  /** In CSS pixels. What is measured outside of a document is not kept. */
  width(column: Column, { comparison, columns }: TableHeader, body: Element): number {
    const known = this.#known.get(column.key);
    if (known !== undefined) return known;
    const opens = this.#rows.groups?.columns[0]?.key === column.key ? openerWidth : 0;
    const measure = measureIn(body);
    const widthOf = (each: Column): number => naturalWidth(this.#rows.sample, each, this.#format, measure);
    const { key } = column;
    const keyBefore =
      comparison && Object.hasOwn(comparison.before, key) ? comparison.before[key] : undefined;
    const before = keyBefore === undefined ? undefined : columns.find(each => each.key === keyBefore);
    // A cell that changed shows both values.
    const width = widthOf(column) + (before ? widthOf(before) : 0) + opens;
    if (body.isConnected) this.#known.set(key, width);
    return width;
  }
}
