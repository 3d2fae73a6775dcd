/** One table of a run, filled record by record. */
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import type { TablePart } from '../../results/store/result-table.ts';
import { Columns } from './columns.ts';

/** Rows in one notification. */
const batchSize = 500;

/** Converts records to rows, and knows their columns. */
export interface TableColumns {
  rowOf(record: Json): Row;
  list(): Column[];
  /** Some columns were left out of the rows so far. */
  readonly isCut: boolean;
}

/**
 * One table of a run. Records are queued until they are taken, and converted to rows only then. Taken records are not
 * kept, but a row can still be replaced by its index.
 */
export class Table {
  readonly id: string;
  readonly title: string;
  /** Its rows count for the limit of a run. */
  readonly counted: boolean;
  readonly #columns: TableColumns;
  #taken = 0;
  #announced = false;
  /** Records that are not taken yet, from `#next` on. */
  #waiting: Json[] = [];
  #next = 0;
  readonly #changed = new Map<number, Json>();

  constructor(id: string, title: string, counted: boolean, columns: TableColumns = new Columns(title)) {
    this.id = id;
    this.title = title;
    this.counted = counted;
    this.#columns = columns;
  }

  /** All rows, taken or not. */
  get size(): number {
    return this.#taken + this.#waiting.length - this.#next;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Some columns were left out of the rows that are taken. */
  get isCut(): boolean {
    return this.#columns.isCut;
  }

  /** Adds a record; returns the index of its row. */
  add(record: Json): number {
    this.#waiting.push(record);
    return this.size - 1;
  }

  replace(index: number, record: Json): void {
    if (index < this.#taken) this.#changed.set(index, record);
    else this.#waiting[this.#next + index - this.#taken] = record;
  }

  /** Changed rows, then new ones up to `limit` rows of this table, at most 500 per part. */
  *take(limit: number): Generator<TablePart> {
    for (const { offset, records } of consecutive(this.#changed, batchSize))
      yield this.#part(offset, records);
    this.#changed.clear();
    do {
      const room = Math.min(batchSize, (this.counted ? limit : Infinity) - this.#taken);
      const records = this.#nextRecords(Math.max(0, room));
      if (records.length === 0 && this.#announced) return;
      const offset = this.#taken;
      this.#taken += records.length;
      this.#announced = true;
      yield this.#part(offset, records);
    } while (this.#next < this.#waiting.length);
  }

  #nextRecords(count: number): readonly Json[] {
    const records = this.#waiting.slice(this.#next, this.#next + count);
    this.#next += records.length;
    if (this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    return records;
  }

  /** Converts records to a part; the rows come first, because they determine the columns. */
  #part(offset: number, records: readonly Json[]): TablePart {
    const rows = records.map(record => this.#columns.rowOf(record));
    const { id, title } = this;
    const header: TableHeader = {
      id,
      title,
      columns: this.#columns.list(),
      ...(!this.counted && { aside: true }),
    };
    return { table: header, offset, rows };
  }
}

/** Records with consecutive indexes, at most `maximum` in a group. */
function consecutive(
  changed: ReadonlyMap<number, Json>,
  maximum: number,
): { offset: number; records: Json[] }[] {
  const groups: { offset: number; records: Json[] }[] = [];
  for (const [index, record] of [...changed].toSorted(([one], [other]) => one - other)) {
    const last = groups.at(-1);
    const isNext = last !== undefined && last.offset + last.records.length === index;
    if (isNext && last.records.length < maximum) last.records.push(record);
    else groups.push({ offset: index, records: [record] });
  }
  return groups;
}
