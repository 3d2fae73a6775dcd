/** The tables of a wiki's responses. */
import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import { maxKeyLength, maximumTables } from './columns.ts';
import { WikiPages } from './wiki-page-table.ts';
import type { TablePart } from '../../results/store/result-table.ts';
import { Table } from './table.ts';

const setAsideKeys: ReadonlySet<string> = new Set(facts.aside);
const grouped = new Map<string, string>(Object.entries(facts.grouped));
/** Top-level members of a response that are not results. */
const notResults: ReadonlySet<string> = new Set(facts.notResults);

/** The tables of a wiki's responses: list modules as rows, prop modules as pages, meta modules as records. */
export class WikiTables {
  readonly #tables = new Map<string, Table>();
  #lacksTables = false;
  readonly #pages: WikiPages;

  /** `parameters`: those of the request, which determine how pages are shown. */
  constructor(parameters: ReadonlyMap<string, string>) {
    this.#pages = new WikiPages((id, title) => this.#table(id, title, true), parameters);
  }

  add(answer: JsonObject): void {
    const query = isObject(answer['query']) ? answer['query'] : {};
    for (const [key, value] of Object.entries(query)) this.#module(key, value, query);
    // The rows of `watchlistraw` are next to `query`, not in it.
    for (const [key, value] of Object.entries(answer))
      if (!notResults.has(key)) this.#module(key, value, query);
    if ('batchcomplete' in answer) this.#pages.settle(true);
  }

  /** The tables that count for limits; `undefined` = the pages among them are incomplete. */
  get counted(): readonly Table[] | undefined {
    return this.#pages.open ? undefined : this.#counted();
  }

  /** Rows shown so far in the tables that count, or in all tables if none counts (a query of meta modules). */
  get shown(): number {
    const counted = this.#counted();
    const tables = counted.length > 0 ? counted : [...this.#tables.values()];
    return tables.reduce((sum, table) => sum + table.taken, 0);
  }

  /** Rows so far in the tables that count, shown or not. */
  get rows(): number {
    return this.#counted().reduce((sum, table) => sum + table.size, 0);
  }

  /** Later parts of pages so far. */
  get parts(): number {
    return this.#pages.parts;
  }

  /** Whether a continuation only leads to records that the query does not ask for. */
  leadsToOlder(continuation: ReadonlyMap<string, string>): boolean {
    return this.#pages.leadsToOlder(continuation);
  }

  /** There are rows above the limit. */
  get surplus(): boolean {
    return this.#counted().some(table => table.taken < table.size);
  }

  /** Some tables, or columns of them, were left out. */
  get isCut(): boolean {
    return this.#lacksTables || [...this.#tables.values()].some(table => table.isCut);
  }

  /** No response had any results, not even a table without rows. */
  get empty(): boolean {
    return this.#tables.size === 0;
  }

  /**
   * The parts to show now.
   *
   * @param limit returns the maximum number of rows of the table with an id
   * @param settle also incomplete pages, because the run stops
   */
  *take(limit: (table: string) => number, settle: boolean): Generator<TablePart> {
    if (settle) this.#pages.settle(false);
    const tables = [...this.#tables.values()];
    for (const table of tables.filter(candidate => candidate.counted)) yield* table.take(limit(table.id));
    for (const table of tables.filter(candidate => !candidate.counted)) yield* table.take(limit(table.id));
  }

  #counted(): Table[] {
    return [...this.#tables.values()].filter(table => table.counted);
  }

  /** The table with an id; `undefined` = there are too many, or its name is too long. */
  #table(id: string, title: string, counted: boolean): Table | undefined {
    const existing = this.#tables.get(id);
    if (existing) return existing;
    if (this.#tables.size >= maximumTables || id.length > maxKeyLength) {
      this.#lacksTables = true;
      return undefined;
    }
    const table = new Table(id, title, counted);
    this.#tables.set(id, table);
    return table;
  }

  #module(key: string, value: Json, query: JsonObject): void {
    const records = arrayOf(value);
    if (key === 'pages') this.#pages.add(value, query);
    else if (records) this.#rows(key, key, records);
    else if (isObject(value)) this.#object(key, value);
    else this.#table(key, key, false)?.add({ value });
  }

  #rows(id: string, title: string, records: readonly Json[]): void {
    const table = this.#table(id, title, !setAsideKeys.has(id));
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

  /** A map of records becomes rows; another object becomes names and values, with separate tables for its lists of records. */
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
    const plain = entries.filter(([, value]) => !isListOfRecords(value));
    const isKnown = this.#tables.has(id);
    if (!isKnown) for (const [name, value] of plain) this.#table(id, id, false)?.add({ name, value });
    for (const [key, value] of entries) {
      const records = arrayOf(value);
      if (records && isListOfRecords(value)) this.#rows(`${id}.${key}`, `${id}.${key}`, records);
    }
  }
}

function isListOfRecords(value: Json): boolean {
  return arrayOf(value)?.some(isObject) ?? false;
}

/** A record with its key as a member, unless a member has that value. */
function keyed(key: string, record: Json): Json {
  if (!isObject(record) || Object.values(record).some(value => textOf(value) === key)) return record;
  return Object.fromEntries([['key', key], ...Object.entries(record)]);
}
