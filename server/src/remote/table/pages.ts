import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, joined, recordsOf, textOf, type JsonObject } from '../json.ts';
import { onlyRecord } from './row.ts';
import type { Table } from './table.ts';

const one = new Map<string, string>(Object.entries(facts.one));
const inPage: ReadonlySet<string> = new Set(facts.inPage);

/** Makes the tables that pages need, by id; the same table for the same id. */
export type TableMaker = (id: string, title: string) => Table;

/**
 * The pages of the prop modules. A page's parts come in several answers until `batchcomplete`; its
 * row is shown when it is first seen and once more when it is whole.
 *
 * Where a query asks for one page only, its lists (revisions, links, …) are tables of their own:
 * nobody reads a thousand revisions in one cell.
 */
export class Pages {
  readonly #table: TableMaker;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #indexes = new Map<string, number>();
  readonly #batch = new Map<string, JsonObject>();
  readonly #grown = new Set<string>();
  #single: boolean | undefined;

  constructor(table: TableMaker, parameters: ReadonlyMap<string, string>) {
    this.#table = table;
    this.#parameters = parameters;
  }

  add(pages: Json): void {
    const records = recordsOf(pages).filter(isObject);
    this.#single ??= records.length === 1 && !this.#parameters.has('generator');
    for (const page of records.toSorted((first, second) => rankOf(first) - rankOf(second))) this.#page(page);
  }

  /** Parts of the pages seen last are still to come. A page asked for alone may be left at any row. */
  get open(): boolean {
    return this.#batch.size > 0 && this.#single === false;
  }

  /** Shows the pages that grew since they were shown; `whole` = the next answer brings other pages. */
  settle(whole: boolean): void {
    for (const key of this.#grown) {
      const page = this.#batch.get(key);
      const index = this.#indexes.get(key);
      if (page && index !== undefined) this.#table('pages', 'pages').replace(index, this.#shown(page));
    }
    this.#grown.clear();
    if (whole) this.#batch.clear();
  }

  #page(part: JsonObject): void {
    const key = textOf(part['pageid']) || `${textOf(part['ns'])}:${textOf(part['title'])}`;
    const page = this.#single ? this.#withoutLists(part) : part;
    const before = this.#batch.get(key);
    const now = before ? joined(before, page) : page;
    if (!isObject(now)) return;
    this.#batch.set(key, now);
    if (this.#indexes.has(key)) this.#grown.add(key);
    else this.#indexes.set(key, this.#table('pages', 'pages').add(this.#shown(now)));
  }

  /** The page without its lists, whose records go to their own tables. */
  #withoutLists(page: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(page).filter(([key, value]) => {
        const records = arrayOf(value);
        if (!records || inPage.has(key) || this.#isOne(key) || !records.every(isObject)) return true;
        const table = this.#table(`pages.${key}`, key);
        for (const record of records) table.add(record);
        return false;
      }),
    );
  }

  /** The page as one record: a list of which there is one by its nature is part of it. */
  #shown(page: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(page).flatMap(
        ([key, value]) => (this.#isOne(key) && onlyRecord(key, value)) || [[key, value]],
      ),
    );
  }

  #isOne(key: string): boolean {
    const limit = one.get(key);
    return limit !== undefined && !this.#parameters.has(limit);
  }
}

/** The place that a generator gave the page; without one the order is the answer's. */
function rankOf(page: JsonObject): number {
  return typeof page['index'] === 'number' ? page['index'] : 0;
}
