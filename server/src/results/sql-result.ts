/** Stores the result of a statement as a run: all of it, or nothing. */
import type { SQLInputValue } from 'node:sqlite';
import type { Json } from '#shared/protocol/json.ts';
import type { Column, ColumnType, TableHeader } from '#shared/protocol/run.ts';
import { columnNames, rowNumber } from './sql/nameable-tables.ts';
import { toDatabase } from './store/cell-value.ts';
import type { ResultStore, TableFiller } from './store/result-store.ts';
import type { SqlBatch, SqlResultColumn } from './sql-question.ts';

/** Finds the stored column that a column of the result comes from; `undefined` = unknown. */
export type FindOrigin = (origin: NonNullable<SqlResultColumn['origin']>) => Column | undefined;

/** Receives the result of a statement in batches, and stores it. */
export class SqlResult {
  readonly #store: ResultStore;
  readonly #run: string;
  readonly #title: string;
  readonly #columnOf: FindOrigin;
  #filler: TableFiller | undefined;
  #columns: readonly SqlResultColumn[] = [];
  #keys: readonly string[] = [];
  #types: (ColumnType | undefined)[] = [];
  #rows = 0;

  constructor(store: ResultStore, run: string, title: string, columnOf: FindOrigin) {
    this.#store = store;
    this.#run = run;
    this.#title = title;
    this.#columnOf = columnOf;
  }

  get rows(): number {
    return this.#rows;
  }

  get columns(): readonly SqlResultColumn[] {
    return this.#columns;
  }

  /** Adds a batch; throws if it cannot be stored. */
  add({ columns, batch }: SqlBatch): void {
    if (columns) {
      this.#columns = columns;
      this.#keys = keysOf(columns);
      this.#types = columns.map(({ origin }) => origin && this.#columnOf(origin)?.type);
      this.#filler = this.#store.begin(this.#run, this.header, this.#keys);
    }
    const filler = this.#filler;
    if (filler === undefined || batch.length === 0) return;
    const width = this.#keys.length;
    const insert = this.#store.database.prepare(
      `INSERT INTO ${filler.name} VALUES (?${', ?'.repeat(width)})`,
    );
    filler.write(this.#rows + batch.length, () => {
      for (const [index, row] of batch.entries()) insert.run(...this.#cellsOf(this.#rows + index, row));
    });
    this.#rows += batch.length;
  }

  /** Sets the types of the columns; returns the header. */
  finish(): TableHeader {
    this.#filler?.write(this.#rows, () => undefined, this.header);
    return this.header;
  }

  get header(): TableHeader {
    const columns = this.#columns.map(({ name, origin }, index): Column => {
      const source = origin && this.#columnOf(origin);
      const isSame = origin?.column === name;
      const key = this.#keys[index]!;
      return {
        key,
        title: isSame && source ? source.title : name,
        type: this.#types[index] ?? 'text',
        ...(isSame && name === rowNumber && { hidden: true }),
      };
    });
    return { id: 'sql', title: this.#title, columns };
  }

  #cellsOf(place: number, row: readonly Json[]): SQLInputValue[] {
    const cells: SQLInputValue[] = [place];
    for (const [index, value] of row.entries()) {
      cells.push(toDatabase(value ?? undefined));
      if (value !== null && this.#columns[index]?.origin === undefined)
        this.#types[index] = wider(this.#types[index], typeOf(value));
    }
    return cells;
  }
}

/**
 * The keys of the columns. `#` is the row number of every table, so a result can have it several times; only the first
 * column keeps it.
 */
const keysOf = (columns: readonly SqlResultColumn[]): string[] => {
  const [first] = columns;
  const names = columns.map(({ name }) => name);
  return first?.name === rowNumber ? [rowNumber, ...columnNames(names.slice(1))] : columnNames(names);
};

/** The type of a computed value. */
function typeOf(value: Json): ColumnType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)
    ? 'date'
    : 'text';
}

const wider = (one: ColumnType | undefined, other: ColumnType): ColumnType =>
  one === undefined || one === other ? other : 'text';
