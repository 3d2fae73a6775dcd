/** One table of a result in the database, and views of its rows. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Statistics, View, WindowRow } from '#shared/protocol/results.ts';
import type { Column, ColumnType, TableHeader } from '#shared/protocol/run.ts';
import { fromDatabase, toDatabase } from './cell-value.ts';
import { listsOf, listsSql, type Reading, type ReadRows, rowsAtOnce } from '../views/column-reading.ts';
import { membership, type Condition, columnCondition, containsCondition } from '../views/row-filter.ts';
import { orderOf, type SortColumn, type SortKey } from '../views/row-order.ts';
import { timeSql } from '../views/sql-functions.ts';
import { arrays } from '../sql-helpers.ts';
import {
  columnsAtOnce,
  mergedStatistics,
  emptyStatistics,
  readStatistics,
  statisticsSql,
} from '../views/statistics.ts';

/** A part of a table as it is received; its rows replace those at the same places. */
export interface TablePart {
  readonly table: TableHeader;
  readonly offset: number;
  readonly rows: readonly Row[];
}

/** Rows that one statement inserts: each statement costs as much as some values; 250 columns fit. */
const rowsTogether = 10;
/** Maximum bytes of a value that a window contains whole. */
const maxValueBytes = 20_000;
/** Characters of a longer value that a window contains. */
const beginning = 2000;
/** Number of orders that are kept: of the visible view and of the one before. */
const maxOrders = 2;

/** The rows of a view: their places in the table; `undefined` = all of them, in their original order. */
interface Order {
  readonly key: string;
  readonly places: Int32Array | undefined;
}

/**
 * One table of a result as a table of the database: the column `place` numbers the rows from 0; the values of the
 * columns are in `c0`, `c1`, … in the order of their first appearance, so that no key of a site becomes an SQL name.
 */
export class ResultTable {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #indexes = new Map<string, number>();
  #header: TableHeader;
  #rows: number;
  #edition = 0;
  #orders: Order[] = [];
  /** The statements that insert rows, by how many at once. */
  readonly #inserts = new Map<number, StatementSync>();

  /** @param keys the keys of its columns in the database, by number */
  constructor(
    database: DatabaseSync,
    name: string,
    header: TableHeader,
    keys: readonly string[],
    rows: number,
  ) {
    this.#database = database;
    this.#name = name;
    this.#header = header;
    this.#rows = rows;
    for (const [index, key] of keys.entries()) this.#indexes.set(key, index);
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (place INTEGER PRIMARY KEY)`);
  }

  /** Its name in the database. */
  get name(): string {
    return this.#name;
  }

  get header(): TableHeader {
    return this.#header;
  }

  /** Number of rows. */
  get rows(): number {
    return this.#rows;
  }

  /** Increases whenever rows or columns are added. */
  get edition(): number {
    return this.#edition;
  }

  /** The keys of all columns that ever appeared, by their numbers in the database. */
  get keys(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  /** Adds a part; returns whether it replaced rows. */
  put({ table, offset, rows }: TablePart): boolean {
    for (const { key } of table.columns) this.#addColumn(key);
    const start = Math.min(offset, this.#rows);
    const whole = rows.length - (rows.length % rowsTogether);
    for (let at = 0; at < whole; at += rowsTogether)
      this.#insertRows(start + at, rows.slice(at, at + rowsTogether));
    for (const [index, row] of rows.slice(whole).entries()) this.#insertRows(start + whole + index, [row]);
    const isReplaced = rows.length > 0 && start < this.#rows;
    this.#header = table;
    this.#rows = Math.max(this.#rows, start + rows.length);
    this.#orders = [];
    this.#edition++;
    return isReplaced;
  }

  #insertRows(start: number, rows: readonly Row[]): void {
    const keys = this.keys;
    const values: SQLInputValue[] = [];
    for (const [index, row] of rows.entries()) {
      values.push(start + index);
      for (const key of keys) values.push(toDatabase(Object.hasOwn(row, key) ? row[key] : undefined));
    }
    let insert = this.#inserts.get(rows.length);
    if (insert === undefined) {
      const places = `(?${', ?'.repeat(keys.length)})`;
      const list = rows.map(() => places).join(', ');
      insert = this.#database.prepare(`INSERT OR REPLACE INTO ${this.#name} VALUES ${list}`);
      this.#inserts.set(rows.length, insert);
    }
    insert.run(...values);
  }

  /** Updates the header and the number of rows after they were written directly into the database. */
  afterWrite(header: TableHeader, rows: number): void {
    this.#header = header;
    this.#rows = rows;
    this.#orders = [];
    this.#edition++;
  }

  /** Number of rows of a view. */
  shown(view: View): number {
    return this.#order(view).places?.length ?? this.#rows;
  }

  /** The places of the rows of a view, in its order; `undefined` = all of them, in their original order. */
  placesOf(view: View): Int32Array | undefined {
    return this.#order(view).places;
  }

  /** Reads some columns of all rows of a view in batches, in the original order of the rows. */
  *readColumns(view: View, readings: readonly Reading[]): Generator<ReadRows> {
    const conditions = this.#conditions(view);
    const lists = listsSql(
      readings.map(({ column, as }) => ({ name: column ? this.nameOf(column) : 'NULL', as })),
    );
    const where = ['place >= ?', 'place < ?', ...conditions.map(({ sql }) => sql)].join(' AND ');
    const part = this.#database.prepare(
      `SELECT ${lists} FROM (SELECT * FROM ${this.#name} WHERE ${where} ORDER BY place)`,
    );
    const values = conditions.flatMap(condition => condition.values);
    for (let start = 0; start < this.#rows; start += rowsAtOnce)
      yield listsOf(part.get(start, start + rowsAtOnce, ...values), readings);
  }

  /** Reads some rows of a view; long values are shortened. */
  window(view: View, offset: number, count: number): WindowRow[] {
    const { columns } = this.#header;
    const values = columns.map(column => {
      const name = this.nameOf(column);
      // An empty BLOB is not JSON, so it can mark a long value.
      return `iif(octet_length(${name}) > ${maxValueBytes}, zeroblob(0), ${name})`;
    });
    return this.#read(view, offset, count, values).map(([place, ...cells]) => {
      const cut = columns.filter((_, index) => isCut(cells[index]));
      const row = Number(place);
      return {
        row,
        cells: Object.fromEntries(
          columns.flatMap((column, index): [string, Json][] => {
            const cell = cells[index];
            const value = isCut(cell) ? this.#beginningOf(row, column) : fromDatabase(cell);
            return value === undefined ? [] : [[column.key, value]];
          }),
        ),
        ...(cut.length > 0 && { cut: cut.map(({ key }) => key) }),
      };
    });
  }

  /** A whole value; `undefined` = an empty cell, or no such cell. */
  cell(row: number, key: string): Json | undefined {
    const column = this.#header.columns.find(candidate => candidate.key === key);
    if (column === undefined) return undefined;
    const statement = this.#database.prepare(
      `SELECT ${this.nameOf(column)} AS value FROM ${this.#name} WHERE place = ?`,
    );
    return fromDatabase(statement.get(row)?.['value']);
  }

  /**
   * Yields the values of some rows of a view, in batches. The rows and their order are those of the first batch; rows
   * that are added later are left out.
   */
  *values(
    view: View,
    keys: readonly string[],
    offset = 0,
    count = Infinity,
  ): Generator<(Json | undefined)[][]> {
    const columns = this.columns(keys);
    const names = columns.map(column => this.nameOf(column));
    const { places } = this.#order(view);
    const end = Math.min(offset + count, places?.length ?? this.#rows);
    for (let at = offset; at < end;) {
      const { lines, next } = this.#readLines(places, at, Math.min(batch.rows, end - at), names);
      yield lines;
      at = next;
    }
  }

  /** The values of the first rows of a part of an order, as few as have many bytes together, and the place after them. */
  #readLines(
    places: Int32Array | undefined,
    start: number,
    count: number,
    names: readonly string[],
  ): { readonly lines: (Json | undefined)[][]; readonly next: number } {
    const lines: (Json | undefined)[][] = [];
    let room = batch.bytes;
    for (const [place, ...cells] of this.#readPlaces(places, start, count, names)) {
      lines.push(cells.map(fromDatabase));
      room -= sizeOf(cells);
      if (room <= 0) return { lines, next: places === undefined ? Number(place) + 1 : start + lines.length };
    }
    return { lines, next: start + count };
  }

  /** Statistics of the cells in some columns and rows of a view. */
  statistics(view: View, keys: readonly string[], offset: number, count: number): Statistics {
    const { places } = this.#order(view);
    const columns = this.columns(keys).map(column => ({ name: this.nameOf(column), type: column.type }));
    // A list of places is bound as one value.
    const condition = places ? 'place IN (SELECT value FROM json_each(?))' : 'place >= ? AND place < ?';
    const values = places
      ? [JSON.stringify(Array.from(places.subarray(offset, offset + count)))]
      : [offset, offset + count];
    let total = emptyStatistics;
    for (let start = 0; start < columns.length; start += columnsAtOnce) {
      const part = columns.slice(start, start + columnsAtOnce);
      const row = this.#database
        .prepare(`SELECT ${statisticsSql(part)} FROM ${this.#name} WHERE ${condition}`)
        .get(...values);
      total = mergedStatistics(total, readStatistics(row ?? {}, part));
    }
    return total;
  }

  /** The columns with these keys, in their order. */
  columns(keys: readonly string[]): Column[] {
    const byKey = new Map(this.#header.columns.map(column => [column.key, column]));
    return keys.flatMap(key => byKey.get(key) ?? []);
  }

  drop(): void {
    this.#database.exec(`DROP TABLE IF EXISTS ${this.#name}`);
  }

  #addColumn(key: string): void {
    if (this.#indexes.has(key)) return;
    this.#database.exec(`ALTER TABLE ${this.#name} ADD COLUMN c${this.#indexes.size}`);
    this.#indexes.set(key, this.#indexes.size);
    this.#inserts.clear();
  }

  /** The name of a column in the database; `NULL` if it is not there. */
  nameOf({ key }: Pick<Column, 'key'>): string {
    const index = this.#indexes.get(key);
    return index === undefined ? 'NULL' : `c${index}`;
  }

  #beginningOf(row: number, column: Column): string {
    const name = this.nameOf(column);
    const result = this.#database
      .prepare(`SELECT substr(CAST(${name} AS TEXT), 1, ?) AS value FROM ${this.#name} WHERE place = ?`)
      .get(beginning, row);
    return String(result?.['value'] ?? '');
  }

  #read(view: View, offset: number, count: number, names: readonly string[]): SQLOutputValue[][] {
    const { places } = this.#order(view);
    return [...this.#readPlaces(places, offset, count, names)];
  }

  /** The statement that reads them is open until the last one is taken. */
  *#readPlaces(
    places: Int32Array | undefined,
    offset: number,
    count: number,
    names: readonly string[],
  ): Generator<SQLOutputValue[]> {
    const select = `SELECT ${['place', ...names].join(', ')} FROM ${this.#name}`;
    if (places === undefined) {
      const range = this.#database.prepare(`${select} WHERE place >= ? AND place < ? ORDER BY place`);
      range.setReturnArrays(true);
      yield* arrays(range.iterate(offset, offset + count));
      return;
    }
    const single = this.#database.prepare(`${select} WHERE place = ?`);
    single.setReturnArrays(true);
    for (const place of places.subarray(offset, offset + count)) yield* arrays(single.iterate(place));
  }

  #order(view: View): Order {
    const key = JSON.stringify(view);
    const cached = this.#orders.find(order => order.key === key);
    if (cached !== undefined) return cached;
    const order = { key, places: this.#places(view) };
    this.#orders = [order, ...this.#orders].slice(0, maxOrders);
    return order;
  }

  #places(view: View): Int32Array | undefined {
    const { sort } = view;
    const conditions = this.#conditions(view);
    const sorted = sort.flatMap(({ column: key, descending }) =>
      this.columns([key]).map(column => ({ column, descending })),
    );
    if (conditions.length === 0 && sorted.length === 0) return undefined;
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
    const values = conditions.flatMap(condition => condition.values);
    // A list is read many times as fast as a row for each row.
    const listOf = <Item>(sql: string): Item[] => {
      const from = `(SELECT * FROM ${this.#name}${where} ORDER BY place)`;
      const row = this.#database
        .prepare(`SELECT json_group_array(${sql}) AS list FROM ${from}`)
        .get(...values);
      return JSON.parse(String(row?.['list'] ?? '[]'));
    };
    const places = Int32Array.from(listOf<number>('place'));
    if (sorted.length === 0) return places;
    /** One column after the other, so that the memory does not grow with their number. */
    const keys = function* (nameOf: (column: Column) => string): Generator<SortColumn> {
      for (const { column, descending } of sorted)
        yield { keys: listOf<SortKey>(keySql(nameOf(column), column.type)), descending };
    };
    const order = orderOf(
      places.length,
      keys(column => this.nameOf(column)),
    );
    return order.map(index => places[index] ?? 0);
  }

  #conditions({ search, filters, of = [] }: View): Condition[] {
    const columns = this.#header.columns.map(column => ({ ...column, name: this.nameOf(column) }));
    const filterConditions = columns.flatMap(column => {
      const typed = Object.hasOwn(filters, column.key) ? filters[column.key] : undefined;
      return columnCondition(typed ?? '', column) ?? [];
    });
    const members = of.flatMap(group => {
      const column = columns.find(({ key }) => key === group.column);
      return column ? [membership(group, column)] : [];
    });
    const anywhere = search.trim();
    return [
      ...members,
      ...filterConditions,
      ...(anywhere === '' ? [] : [containsCondition(anywhere, columns)]),
    ];
  }
}

/** Characters of a text that determine its order. */
const maxKeyLength = 200;

/** SQL for the sort key of a value: a number, also for truth values and dates; otherwise the beginning of its text. */
function keySql(name: string, type: ColumnType): string {
  const text = `substr(CAST(${name} AS TEXT), 1, ${maxKeyLength})`;
  const other = type === 'date' ? `coalesce(${timeSql(name)}, ${text})` : text;
  return `CASE typeof(${name}) WHEN 'text' THEN ${other} WHEN 'blob' THEN ${nestedKey(name, text)} ELSE ${name} END`;
}

const nestedKey = (name: string, text: string): string =>
  `CASE ${name} WHEN x'74727565' THEN 1 WHEN x'66616c7365' THEN 0 WHEN x'6e756c6c' THEN NULL ELSE ${text} END`;

/** Rows read at once for an export. */
const batch = { rows: 1000, bytes: 4_000_000 };

/** Bytes of the texts and the nested values of a row, about. */
const sizeOf = (cells: readonly SQLOutputValue[]): number =>
  cells.reduce<number>((sum, cell) => {
    if (typeof cell === 'string') return sum + cell.length;
    return sum + (cell instanceof Uint8Array ? cell.byteLength : 0);
  }, 0);

const isCut = (cell: SQLOutputValue | undefined): boolean =>
  cell instanceof Uint8Array && cell.byteLength === 0;
