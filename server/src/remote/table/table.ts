import type { Json, Row } from '../../protocol/json.ts';
import type { Column, RowsParams, TableHeader } from '../../protocol/run.ts';
import { Columns } from './columns.ts';
import { rowOf } from './row.ts';

/** Rows in one notification. */
const slice = 500;

export type TablePart = Omit<RowsParams, 'run'>;

/** What a table has in its columns, as rows come in. */
export interface TableColumns {
  /** Takes note of a value; false = it is not to be shown. */
  see(key: string, value: Json): boolean;
  list(): Column[];
}

/**
 * One table of a run. Rows wait in it until they are taken; taken ones are forgotten, but a row may
 * still be replaced by its index.
 */
export class Table {
  readonly id: string;
  readonly title: string;
  /** Its rows count towards the limit of a run. */
  readonly counted: boolean;
  readonly #columns: TableColumns;
  #taken = 0;
  #announced = false;
  #waiting: Row[] = [];
  readonly #changed = new Map<number, Row>();

  constructor(id: string, title: string, counted: boolean, columns: TableColumns = new Columns(title)) {
    this.id = id;
    this.title = title;
    this.counted = counted;
    this.#columns = columns;
  }

  /** Rows in all, taken or not. */
  get size(): number {
    return this.#taken + this.#waiting.length;
  }

  get taken(): number {
    return this.#taken;
  }

  /** The index of the new row. */
  add(record: Json): number {
    this.#waiting.push(this.#row(record));
    return this.size - 1;
  }

  replace(index: number, record: Json): void {
    const row = this.#row(record);
    if (index < this.#taken) this.#changed.set(index, row);
    else this.#waiting[index - this.#taken] = row;
  }

  /** Changed rows, then new ones up to `limit` rows of this table, at most 500 a part. */
  *take(limit: number): Generator<TablePart> {
    for (const { offset, rows } of runs(this.#changed, slice)) yield this.#part(offset, rows);
    this.#changed.clear();
    do {
      const room = Math.min(slice, (this.counted ? limit : Infinity) - this.#taken);
      const rows = this.#waiting.splice(0, Math.max(0, room));
      if (rows.length === 0 && this.#announced) return;
      const offset = this.#taken;
      this.#taken += rows.length;
      this.#announced = true;
      yield this.#part(offset, rows);
    } while (this.#waiting.length > 0);
  }

  #part(offset: number, rows: readonly Row[]): TablePart {
    const header: TableHeader = { id: this.id, title: this.title, columns: this.#columns.list() };
    return { table: header, offset, rows };
  }

  #row(record: Json): Row {
    return Object.fromEntries(
      Object.entries(rowOf(record)).filter(([key, value]) => this.#columns.see(key, value)),
    );
  }
}

/** Rows by index as runs of neighbours, at most `most` in one. */
function runs(rows: ReadonlyMap<number, Row>, most: number): { offset: number; rows: Row[] }[] {
  const found: { offset: number; rows: Row[] }[] = [];
  for (const [index, row] of [...rows].toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last && last.offset + last.rows.length === index && last.rows.length < most) last.rows.push(row);
    else found.push({ offset: index, rows: [row] });
  }
  return found;
}
