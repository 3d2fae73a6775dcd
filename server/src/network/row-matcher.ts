/** Matches the rows of a run's part to the values that were sent. */
import { cellAt, mergeRows } from '#shared/base/tables/cell-values.ts';
import facts from '../../catalogue/wiki/columns.json' with { type: 'json' };
import { type Row, textsOf } from '#shared/protocol/json.ts';
import type { TablePart } from '../results/store/result-table.ts';
import type { AddedCells } from '#shared/protocol/request.ts';

/** The tables in which a wiki lists the titles that it answered under another name. */
const renames: ReadonlySet<string> = new Set(facts.renames);

/** Maximum names that are followed for one value. */
const maxNames = 100;

/** Adds the cells of the value that a row comes from to the row, also if the wiki renamed the value. */
export class RowMatcher {
  readonly #added: AddedCells;
  /** The names that the wiki made of a name. */
  readonly #renamed = new Map<string, Set<string>>();
  /** The values that were sent, by the names that the wiki made of them. */
  #values = new Map<string, readonly string[]>();
  /** Pages as received: the renames of a response come after its pages. */
  readonly #pages = new Map<number, Row>();
  /** The places of the pages, by their names. */
  readonly #places = new Map<string, Set<number>>();
  #header: TablePart['table'] | undefined;
  /** Columns in which some row has the cells of several values. */
  readonly lists = new Set<string>();

  constructor(added: AddedCells) {
    this.#added = added;
  }

  /** Whether the rows of a table get cells. */
  adds(table: string): boolean {
    return this.#added.isForResults !== true || !renames.has(table);
  }

  /** The rows of a part with their cells. */
  addCells(part: TablePart): TablePart {
    if (this.#added.match !== undefined && part.table.id === 'pages') {
      this.#header = part.table;
      for (const [index, row] of part.rows.entries()) this.#place(part.offset + index, row);
    }
    if (!this.adds(part.table.id)) return part;
    return { ...part, rows: part.rows.map(row => ({ ...this.#cellsFor(row), ...row })) };
  }

  /** The pages that the renames of a part assign to another value. */
  *reassignRenamed({ table, rows }: TablePart): Generator<TablePart> {
    if (this.#added.match === undefined || !renames.has(table.id)) return;
    let hasNew = false;
    for (const { from, to } of rows) {
      if (typeof from !== 'string' || typeof to !== 'string') continue;
      const names = this.#renamed.get(from) ?? new Set();
      hasNew ||= !names.has(to);
      this.#renamed.set(from, names.add(to));
    }
    if (!hasNew) return;
    const values = this.#followRenames();
    const changed = [...values].filter(([name, { length }]) => length !== this.#valuesOf(name).length);
    this.#values = values;
    const places = new Set(changed.flatMap(([name]) => [...(this.#places.get(name) ?? [])]));
    for (const offset of places) {
      const row = this.#pages.get(offset);
      if (row && this.#header)
        yield { table: this.#header, offset, rows: [{ ...this.#cellsFor(row), ...row }] };
    }
  }

  /** Frees memory once no more rows follow. */
  release(): void {
    this.#pages.clear();
    this.#places.clear();
    this.#renamed.clear();
    this.#values.clear();
  }

  #place(offset: number, row: Row): void {
    this.#pages.set(offset, row);
    for (const name of this.#added.match?.keys.flatMap(key => textsOf(cellAt(row, key))) ?? []) {
      const places = this.#places.get(name) ?? new Set();
      this.#places.set(name, places.add(offset));
    }
  }

  /** The values that were sent, by all names that the wiki made of them. */
  #followRenames(): Map<string, readonly string[]> {
    const valuesByName = new Map<string, string[]>();
    for (const value of Object.keys(this.#added.match?.rows ?? {})) {
      const names = new Set([value]);
      for (const name of names)
        for (const next of this.#renamed.get(name) ?? []) if (names.size < maxNames) names.add(next);
      for (const name of names) {
        const values = valuesByName.get(name) ?? [];
        values.push(value);
        valuesByName.set(name, values);
      }
    }
    return valuesByName;
  }

  #cellsFor(row: Row): Row {
    const { match, row: cells } = this.#added;
    if (match === undefined) return cells ?? {};
    for (const key of match.keys) {
      const values = textsOf(cellAt(row, key)).flatMap(text => this.#valuesOf(text));
      const matchingRows = [...new Set(values)].map(value => match.rows[value]!);
      if (matchingRows.length === 0) continue;
      const merged = mergeRows(matchingRows);
      if (matchingRows.length > 1)
        for (const [name, value] of Object.entries(merged)) if (Array.isArray(value)) this.lists.add(name);
      return merged;
    }
    return {};
  }

  /** The values that a text is, or was renamed from. */
  #valuesOf(text: string): readonly string[] {
    const { rows = {} } = this.#added.match ?? {};
    return this.#values.get(text) ?? (Object.hasOwn(rows, text) ? [text] : []);
  }
}
