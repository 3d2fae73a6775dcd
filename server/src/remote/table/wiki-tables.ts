import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import { longestKey } from './columns.ts';
import { Pages } from './wiki-pages.ts';
import { Table, type TablePart } from './table.ts';

const aside: ReadonlySet<string> = new Set(facts.aside);
const grouped = new Map<string, string>(Object.entries(facts.grouped));
/** What stands at the top of an answer and is no result. */
const envelope: ReadonlySet<string> = new Set(facts.envelope);
/** A site may not make more tables than this. */
const mostTables = 100;

/** Answers to tables: list modules as rows, prop modules as pages, meta modules as records. */
export class TableBuilder {
  readonly #tables = new Map<string, Table>();
  readonly #pages: Pages;

  /** `parameters`: those of the request, which decide how pages are shown. */
  constructor(parameters: ReadonlyMap<string, string>) {
    this.#pages = new Pages((id, title) => this.#table(id, title, true), parameters);
  }

  add(answer: JsonObject): void {
    const query = isObject(answer['query']) ? answer['query'] : {};
    for (const [key, value] of Object.entries(query)) this.#module(key, value);
    // `watchlistraw` puts its rows beside `query`, not in it.
    for (const [key, value] of Object.entries(answer)) if (!envelope.has(key)) this.#module(key, value);
    if ('batchcomplete' in answer) this.#pages.settle(true);
  }

  /**
   * Whether `limit` rows are there, shown or waiting, and the pages among them are whole. A run's limit
   * holds for each table by itself, and the longest one decides when it is reached.
   */
  reached(limit: number): boolean {
    return !this.#pages.open && this.#counted().some(table => table.size >= limit);
  }

  /** Rows shown so far in the tables that count, or in all where none does (a query of meta modules). */
  get shown(): number {
    const counted = this.#counted();
    const tables = counted.length > 0 ? counted : [...this.#tables.values()];
    return tables.reduce((sum, table) => sum + table.taken, 0);
  }

  /** Rows so far in the tables that count, shown or not. */
  get rows(): number {
    return this.#counted().reduce((sum, table) => sum + table.size, 0);
  }

  /** Parts so far that pages got after their first one. */
  get parts(): number {
    return this.#pages.parts;
  }

  /** Rows are waiting behind the limit. */
  get surplus(): boolean {
    return this.#counted().some(table => table.taken < table.size);
  }

  /** No answer had any part that is shown, not even a table without rows. */
  get empty(): boolean {
    return this.#tables.size === 0;
  }

  /** The parts to show now; `settle` = also pages that are not whole, because no more is coming. */
  *take(limit: number, settle: boolean): Generator<TablePart> {
    if (settle) this.#pages.settle(false);
    const tables = [...this.#tables.values()];
    for (const table of tables.filter(each => each.counted)) yield* table.take(limit);
    for (const table of tables.filter(each => !each.counted)) yield* table.take(limit);
  }

  #counted(): Table[] {
    return [...this.#tables.values()].filter(table => table.counted);
  }

  /** `undefined` = there are too many, or nobody could read its name. */
  #table(id: string, title: string, counted: boolean): Table | undefined {
    const known = this.#tables.get(id);
    if (known || this.#tables.size >= mostTables || id.length > longestKey) return known;
    const table = new Table(id, title, counted);
    this.#tables.set(id, table);
    return table;
  }

  #module(key: string, value: Json): void {
    const records = arrayOf(value);
    if (key === 'pages') this.#pages.add(value);
    else if (records) this.#rows(key, key, records);
    else if (isObject(value)) this.#object(key, value);
    else this.#table(key, key, false)?.add({ value });
  }

  #rows(id: string, title: string, records: readonly Json[]): void {
    const table = this.#table(id, title, !aside.has(id));
    const inner = grouped.get(id);
    for (const record of records) {
      const group = inner !== undefined && isObject(record) ? arrayOf(record[inner]) : undefined;
      if (group && isObject(record) && inner !== undefined) {
        const shared = Object.entries(record).filter(([key]) => key !== inner);
        for (const row of group)
          table?.add(isObject(row) ? Object.fromEntries([...shared, ...Object.entries(row)]) : row);
      } else table?.add(record);
    }
  }

  /** A map of records is rows; any other object is names and values, its lists of records apart. */
  #object(id: string, object: JsonObject): void {
    const entries = Object.entries(object);
    if (entries.length > 0 && entries.every(([, value]) => isObject(value))) {
      this.#rows(
        id,
        id,
        entries.map(([key, value]) => keyed(key, value)),
      );
      return;
    }
    for (const [key, value] of entries) {
      const records = arrayOf(value);
      if (records && isListOfRecords(value)) this.#rows(`${id}.${key}`, `${id}.${key}`, records);
    }
    const plain = entries.filter(([, value]) => !isListOfRecords(value));
    const known = this.#tables.has(id);
    if (!known) for (const [name, value] of plain) this.#table(id, id, false)?.add({ name, value });
  }
}

function isListOfRecords(value: Json): boolean {
  return arrayOf(value)?.some(isObject) ?? false;
}

/** A record with the key it stood under, unless it says that itself. */
function keyed(key: string, record: Json): Json {
  if (!isObject(record) || Object.values(record).some(value => textOf(value) === key)) return record;
  return Object.fromEntries([['key', key], ...Object.entries(record)]);
}
