import facts from '../../catalogue/wiki/columns.json' with { type: 'json' };
import { mergeRows } from '../common/merge-rows.ts';
import type { Json, Row } from '../protocol/json.ts';
import type { TablePart } from '../results/result-table.ts';
import type { AddedCells } from './remote.ts';

/** The tables in which a wiki says which titles it answered under another name. */
const renames: ReadonlySet<string> = new Set(facts.renames);

/** Gives the rows of a part of a run the cells of the value that each is from, also where the wiki renamed the value. */
export class RowMatcher {
  readonly #added: AddedCells;
  /** What was sent, by what the wiki made of it. */
  readonly #origins = new Map<string, Set<string>>();
  /** Pages as they came: the renames of a response come after its pages. */
  readonly #pages = new Map<number, Row>();
  #header: TablePart['table'] | undefined;
  /** Columns in which a row has the values of several others. */
  readonly lists = new Set<string>();

  constructor(added: AddedCells) {
    this.#added = added;
  }

  /** Whether the rows of a table get cells. */
  adds(table: string): boolean {
    return this.#added.isForResults !== true || !renames.has(table);
  }

  /** The rows of a part with their cells. */
  matched(part: TablePart): TablePart {
    if (this.#added.match !== undefined && part.table.id === 'pages') {
      this.#header = part.table;
      for (const [index, row] of part.rows.entries()) this.#pages.set(part.offset + index, row);
    }
    if (!this.adds(part.table.id)) return part;
    return { ...part, rows: part.rows.map(row => ({ ...this.#cellsFor(row), ...row })) };
  }

  /** The pages that turn out to be from another value. */
  *rematched({ table, rows }: TablePart): Generator<TablePart> {
    if (this.#added.match === undefined || !renames.has(table.id)) return;
    for (const { from, to } of rows) {
      if (typeof from !== 'string' || typeof to !== 'string') continue;
      const origins = this.#origins.get(to) ?? new Set();
      this.#origins.set(to, origins.add(from));
    }
    if (this.#header === undefined || this.#origins.size === 0) return;
    for (const [offset, row] of this.#pages) {
      const cells = this.#cellsFor(row);
      if (this.#isRenamed(row)) yield { table: this.#header, offset, rows: [{ ...cells, ...row }] };
    }
  }

  /** No rows of it come any more. */
  release(): void {
    this.#pages.clear();
    this.#origins.clear();
  }

  #isRenamed(row: Row): boolean {
    const { keys = [] } = this.#added.match ?? {};
    return keys.some(key => textsOf(row[key]).some(text => this.#origins.has(text)));
  }

  #cellsFor(row: Row): Row {
    const { match, row: cells } = this.#added;
    if (match === undefined) return cells ?? {};
    for (const key of match.keys) {
      const values = textsOf(row[key]).flatMap(text => this.#valuesOf(text));
      const found = [...new Set(values)].map(value => match.rows[value]!);
      if (found.length === 0) continue;
      const merged = mergeRows(found);
      if (found.length > 1)
        for (const [name, value] of Object.entries(merged)) if (Array.isArray(value)) this.lists.add(name);
      return merged;
    }
    return {};
  }

  /** The values that a text is, or was renamed from. */
  #valuesOf(text: string): readonly string[] {
    const { rows = {} } = this.#added.match ?? {};
    const texts = new Set([text]);
    for (const each of texts) for (const origin of this.#origins.get(each) ?? []) texts.add(origin);
    if (texts.size === 1) return Object.hasOwn(rows, text) ? [text] : [];
    return Object.keys(rows).filter(each => texts.has(each));
  }
}

function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
