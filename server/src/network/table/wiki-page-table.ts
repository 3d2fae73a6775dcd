/** The pages in a wiki's responses. */
import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import {
  arrayOf,
  isObject,
  Joiner,
  recordsOf,
  textOf,
  type JsonObject,
} from '#shared/protocol/json-values.ts';
import { valuesOf } from '../wiki/continuation.ts';
import { pageKey } from '../wiki/merge-answers.ts';
import { onlyRecord } from './columns.ts';
import type { Table } from './table.ts';

interface OneRecord {
  readonly prefix: string;
  /** Parameters without the prefix with which a page has several records, except for a limit of 1. */
  readonly unless: readonly string[];
  /** The continuation that leads to older records of the one page, although only one was asked for. */
  readonly older?: string;
}

const one: ReadonlyMap<string, OneRecord> = new Map(Object.entries(facts.one));
const inPage: ReadonlySet<string> = new Set(facts.inPage);

/** A batch has at most 5,000 pages; further ones are shown as they are received. */
const maximumInBatch = 10_000;

/** Returns the table with an id, created if necessary. `undefined` = there are too many. */
export type TableMaker = (id: string, title: string) => Table | undefined;

/**
 * The pages of the prop modules. The parts of a page are in several responses until `batchcomplete`; its row is shown
 * with the first part, and again when it is complete.
 *
 * If a query requests only one page, its lists (revisions, links, …) are separate tables: a thousand revisions do not fit
 * into a cell.
 */
export class WikiPages {
  readonly #table: TableMaker;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #indexes = new Map<string, number>();
  readonly #batch = new Map<string, JsonObject>();
  readonly #joiner = new Joiner();
  readonly #grown = new Set<string>();
  #single: boolean | undefined;
  #parts = 0;

  constructor(table: TableMaker, parameters: ReadonlyMap<string, string>) {
    this.#table = table;
    this.#parameters = parameters;
  }

  /**
   * Adds the pages of a response: in the order of the generator, or of the titles or page ids that the query names.
   *
   * @param query the other results of the response, which say how titles were normalized or redirected
   */
  add(pages: Json, query: JsonObject): void {
    const records = recordsOf(pages).filter(isObject);
    this.#single ??= records.length === 1 && !this.#parameters.has('generator');
    const named = this.#namedOrder(query);
    const rankOf = (page: JsonObject): number =>
      typeof page['index'] === 'number'
        ? page['index']
        : (named.get(textOf(page['pageid'])) ?? named.get(textOf(page['title'])) ?? 0);
    for (const page of records.toSorted((first, second) => rankOf(first) - rankOf(second))) this.#page(page);
  }

  /** The positions of titles and page ids in the query; empty where a generator gives the pages. */
  #namedOrder(query: JsonObject): ReadonlyMap<string, number> {
    if (this.#parameters.has('generator')) return new Map();
    const names = ['pageids', 'titles'].flatMap(name => valuesOf(this.#parameters.get(name) ?? ''));
    const order = new Map(names.filter(name => name !== '').map((name, index) => [name, index]));
    for (const member of ['normalized', 'converted', 'redirects'])
      for (const change of arrayOf(query[member]) ?? []) {
        const [from, to] = isObject(change) ? [textOf(change['from']), textOf(change['to'])] : ['', ''];
        const position = order.get(from);
        if (position !== undefined && !order.has(to)) order.set(to, position);
      }
    return order;
  }

  /** Later parts of pages so far, without empty ones. */
  get parts(): number {
    return this.#parts;
  }

  /** The last pages are incomplete. A single page can be left at any row. */
  get open(): boolean {
    return this.#batch.size > 0 && this.#single === false;
  }

  /** Shows the pages that have new parts; `whole` = the next response has other pages. */
  settle(whole: boolean): void {
    for (const key of this.#grown) {
      const page = this.#batch.get(key);
      const index = this.#indexes.get(key);
      if (page && index !== undefined) this.#table('pages', 'pages')?.replace(index, this.#shown(page));
    }
    this.#grown.clear();
    if (whole) this.#batch.clear();
  }

  #page(part: JsonObject): void {
    const key = pageKey(part);
    const page = this.#single ? this.#withoutLists(part) : part;
    if (key === undefined) {
      this.#table('pages', 'pages')?.add(this.#shown(page));
      return;
    }
    const before = this.#batch.get(key);
    const news = before ? this.#withoutOlder(page, before) : page;
    if (before && bringsNews(before, news)) this.#parts++;
    const now = before ? this.#joiner.join(before, news) : page;
    if (!isObject(now)) return;
    const isTracked = before !== undefined || this.#batch.size < maximumInBatch;
    if (isTracked) this.#batch.set(key, now);
    if (isTracked && this.#indexes.has(key)) this.#grown.add(key);
    else this.#addRow(key, now);
  }

  #addRow(key: string, page: JsonObject): void {
    const index = this.#table('pages', 'pages')?.add(this.#shown(page));
    if (index !== undefined) this.#indexes.set(key, index);
  }

  /** The page without its lists, whose records are added to their own tables. */
  #withoutLists(page: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(page).filter(([key, value]) => {
        const records = arrayOf(value);
        const isOne = this.#isOne(key) && records?.length === 1;
        if (!records || inPage.has(key) || isOne || !records.every(isObject)) return true;
        const table = this.#table(`pages.${key}`, key);
        for (const record of records) table?.add(record);
        return false;
      }),
    );
  }

  /** A later part of a page without records that are older than the one that the page has. */
  #withoutOlder(part: JsonObject, before: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(part).filter(
        ([key]) => one.get(key)?.older === undefined || !this.#isOne(key) || !Object.hasOwn(before, key),
      ),
    );
  }

  /** Whether a continuation only leads to older records than the one that a query asks for of each page. */
  leadsToOlder(continuation: ReadonlyMap<string, string>): boolean {
    const names = [...continuation.keys()].filter(name => name !== 'continue');
    const older = new Set([...one].map(([key, { older: name }]) => (this.#isOne(key) ? name : undefined)));
    return names.length > 0 && !this.#parameters.has('generator') && names.every(name => older.has(name));
  }

  /** The page as one record, including lists that can have only one item. */
  #shown(page: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(page).flatMap(
        ([key, value]) => (this.#isOne(key) && onlyRecord(key, value)) || [[key, value]],
      ),
    );
  }

  #isOne(key: string): boolean {
    const { prefix = '', unless } = one.get(key) ?? {};
    return unless?.every(use => !this.#uses(prefix, use)) === true;
  }

  /** Whether the request has a parameter, or a parameter with the value after `=`. */
  #uses(prefix: string, use: string): boolean {
    const [name = '', value] = use.split('=');
    const written = this.#parameters.get(prefix + name);
    if (name === 'limit') return written !== undefined && written !== '1';
    return value === undefined ? written !== undefined : written === value;
  }
}

/** Whether a part has items of a list, or a new member. */
const bringsNews = (before: JsonObject, part: JsonObject): boolean =>
  Object.entries(part).some(
    ([key, value]) => !Object.hasOwn(before, key) || (arrayOf(value)?.length ?? 0) > 0,
  );
