import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json, Row } from '../../protocol/json.ts';
import type { Column, ColumnType } from '../../protocol/run.ts';
import { isObject } from '../json.ts';
import { cellsOf } from './row.ts';

const types = new Map<string, string>([...Object.entries(facts.types), ...Object.entries(facts.typesIn)]);
const endings = Object.entries(facts.endings);
const unnamed: ReadonlySet<string> = new Set(facts.unnamed);

/** A site may not make a table wider than this; what goes beyond is in the raw answer. */
export const mostColumns = 250;
/** UTF-16 units of a column's key; a field with a longer one is in the raw answer only. */
export const longestKey = 200;

/** What each type may hold, among the types that a name can stand for. */
const holds: ReadonlyMap<string, [holds: string, type: ColumnType]> = new Map([
  ['date', ['string', 'date']],
  ['page', ['string', 'page']],
  ['user', ['string', 'user']],
  ['link', ['string', 'link']],
  ['html', ['string', 'html']],
  ['text', ['string', 'text']],
  ['size', ['number', 'size']],
  ['id', ['number', 'id']],
  ['namespace', ['number', 'namespace']],
]);

/** The columns of one table: they grow, and their types widen, as rows come in. */
export class Columns {
  readonly #table: string;
  readonly #types = new Map<string, ColumnType | undefined>();

  /** `table`: the module or part whose columns they are; the same name may mean another thing there. */
  constructor(table: string) {
    this.#table = table;
  }

  /** The record as a row, without what the table is wide enough without. */
  rowOf(record: Json): Row {
    const cells: [string, Json][] = isObject(record) ? cellsOf(record) : [['value', record]];
    return Object.fromEntries(cells.filter(([key, value]) => this.#see(key, value)));
  }

  /** Takes note of a value; false = it is not shown. */
  #see(key: string, value: Json): boolean {
    const isNew = !this.#types.has(key);
    if (isNew && (this.#types.size >= mostColumns || key.length > longestKey)) return false;
    this.#types.set(key, wider(this.#types.get(key), typeOf(this.#table, key, value)));
    return true;
  }

  /** In the order in which they were seen, but what names a page stands first. */
  list(): Column[] {
    return [...this.#types]
      .map(([key, type]) => ({ key, title: titleOf(key), type: type ?? 'text' }))
      .toSorted((one, other) => rank(one.key) - rank(other.key));
  }
}

function rank(key: string): number {
  const place = facts.first.indexOf(key);
  return place < 0 ? facts.first.length : place;
}

/** The type of one value by its table, its column's name and itself; `undefined` = it says nothing. */
function typeOf(table: string, key: string, value: Json): ColumnType | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'object') return 'json';
  if (typeof value === 'boolean') return 'boolean';
  const name = key.slice(key.lastIndexOf('.') + 1);
  const named =
    types.get(`${table}.${name}`) ??
    types.get(name) ??
    endings.find(([ending]) => name.endsWith(ending))?.[1];
  const [held, type] = holds.get(named ?? '') ?? [];
  if (type !== undefined && held === typeof value) return type;
  if (typeof value === 'number') return 'number';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return 'date';
  return /^https?:\/\//.test(value) ? 'link' : 'text';
}

function wider(one: ColumnType | undefined, other: ColumnType | undefined): ColumnType | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return one === 'json' || other === 'json' ? 'json' : 'text';
}

/** The column's key without the levels that hold no meaning for a reader. */
function titleOf(key: string): string {
  const levels = key.split('.');
  return levels.filter((level, index) => index === levels.length - 1 || !unnamed.has(level)).join('.');
}
