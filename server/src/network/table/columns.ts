/** The columns of a table, and their types. */
import facts from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import { isObject, arrayOf, type JsonObject } from '#shared/protocol/json-values.ts';

const types = new Map<string, string>([...Object.entries(facts.types), ...Object.entries(facts.typesIn)]);
const endings = Object.entries(facts.endings);
const unnamed: ReadonlySet<string> = new Set(facts.unnamed);

/** Maximum columns of a table; further ones are only in the raw response. */
export const maximumColumns = 250;
/** Maximum tables of a run; further ones are only in the raw response. */
export const maximumTables = 100;
/** The limits as values of a notice. */
export const maxShown = { columns: maximumColumns, tables: maximumTables };
/** Maximum UTF-16 units of a column's key; a field with a longer one is only in the raw response. */
export const maxKeyLength = 200;

/** The JavaScript type of the values of a column type, for types that a name determines. */
const valueTypes: ReadonlyMap<string, [valueType: string, type: ColumnType]> = new Map([
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

/** The type of a column so far. */
interface KnownColumn {
  /** `undefined` = it had only empty values until now. */
  type: ColumnType | undefined;
  /** The type that its name determines, for values of one JavaScript type. */
  readonly named: readonly [valueType: string, type: ColumnType] | undefined;
  /** Its place among the others: negative at the beginning, positive at the end. */
  readonly place: number;
}

/** A property like any other, for a key that assigning would take for the prototype. */
const ordinary = { writable: true, enumerable: true, configurable: true };

/** The columns of one table: they increase, and their types become wider, with each row. */
export class Columns {
  readonly #table: string;
  readonly #columns = new Map<string, KnownColumn>();
  #isCut = false;

  /** `table`: the module or part; the same column name may have another meaning in another one. */
  constructor(table: string) {
    this.#table = table;
  }

  /** The record as a row, without the columns above the maximum. */
  rowOf(record: Json): Row {
    // Many times as fast as entries that become an object.
    const row: Record<string, Json> = {};
    const take = (key: string, value: Json): void => {
      if (!this.#addValue(key, value)) return;
      if (key === '__proto__') Object.defineProperty(row, key, { value, ...ordinary });
      else row[key] = value;
    };
    if (isObject(record)) forEachCell(record, '', take);
    else take('value', record);
    return row;
  }

  /** Adds a value's column and type; false = it is not shown. */
  #addValue(key: string, value: Json): boolean {
    const column = this.#columns.get(key) ?? this.#addColumn(key);
    if (column === undefined) return false;
    // A column of texts or numbers stays one with each further text or number.
    if (column.type === 'text' ? typeof value === 'string' : column.type === typeof value) return true;
    column.type = wider(column.type, typeOf(value, column.named));
    return true;
  }

  /** `undefined` = there are too many, or its key is too long. */
  #addColumn(key: string): KnownColumn | undefined {
    if (this.#columns.size >= maximumColumns || key.length > maxKeyLength) {
      this.#isCut = true;
      return undefined;
    }
    const named = namedType(this.#table, key);
    const column = { type: undefined, named, place: placeOf(this.#table, key, named) };
    this.#columns.set(key, column);
    return column;
  }

  /** Some columns were left out of the rows so far. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * The columns in the order of their first values; those that name a page come first, and those that the site adds to
   * what a query asks for, such as numbers of namespaces and ids, come last.
   */
  list(): Column[] {
    return [...this.#columns]
      .toSorted(([, one], [, other]) => one.place - other.place)
      .map(([key, { type }]) => ({ key, title: titleOf(key), type: type ?? 'text' }));
  }
}

function placeOf(table: string, key: string, [, type]: KnownColumn['named'] = ['', 'text']): number {
  const first = facts.first.indexOf(key);
  if (first >= 0) return first - facts.first.length;
  // A plain “id” is the name of a row.
  if (key === 'id') return 0;
  return Math.max(facts.last.indexOf(`${table}.${key}`), facts.last.indexOf(type)) + 1;
}

/** The type that the name of a column determines, and of which values; `undefined` = none. */
function namedType(table: string, key: string): KnownColumn['named'] {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const typeName =
    types.get(`${table}.${name}`) ??
    types.get(name) ??
    endings.find(([ending]) => name.endsWith(ending))?.[1];
  return valueTypes.get(typeName ?? '');
}

/** The type of a value, from its column's name and itself; `undefined` = unknown. */
function typeOf(value: Json, named: KnownColumn['named']): ColumnType | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'object') return 'json';
  if (typeof value === 'boolean') return 'boolean';
  if (named !== undefined && named[0] === typeof value) return named[1];
  if (typeof value === 'number') return 'number';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return 'date';
  return /^https?:\/\//.test(value) ? 'link' : 'text';
}

function wider(one: ColumnType | undefined, other: ColumnType | undefined): ColumnType | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return one === 'json' || other === 'json' ? 'json' : 'text';
}

/** The column's key without the levels that mean nothing to a reader. */
function titleOf(key: string): string {
  const levels = key.split('.');
  return levels.filter((level, index) => index === levels.length - 1 || !unnamed.has(level)).join('.');
}

const flattened: ReadonlySet<string> = new Set(facts.flatten);
const valuesIn: ReadonlySet<string> = new Set(facts.valuesIn);
const meant = new Map<string, string>(Object.entries(facts.meant));

/** The member that an object stands for, as a timestamp its time in ISO 8601; else the value itself. */
function meantValue(key: string, value: Json): Json {
  const member = isObject(value) ? value[meant.get(key) ?? ''] : undefined;
  return typeof member === 'string' ? member : value;
}

/** The members of an object whose members are described values: `{ Artist: { value, source } }`. */
const describedValues = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isObject(member) ? (member['value'] ?? member) : member,
    ]),
  );

/** A record as cells with their columns: scalars and arrays unchanged, the members of some objects as separate columns. */
function cellsOf(record: JsonObject, prefix = ''): [key: string, value: Json][] {
  const cells: [string, Json][] = [];
  forEachCell(record, prefix, (key, value) => cells.push([key, value]));
  return cells;
}

/** Calls `take` with the cells of a record in their order; without a list of them, as there are many. */
function forEachCell(record: JsonObject, prefix: string, take: (key: string, value: Json) => void): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (value === undefined) continue;
    if (isObject(value) && flattened.has(key))
      forEachCell(valuesIn.has(key) ? describedValues(value) : value, `${prefix}${key}.`, take);
    else take(prefix === '' ? key : prefix + key, meantValue(key, value));
  }
}

/** The cells of the only record of an array, prefixed with the array's name: `revisions.timestamp`. */
export function onlyRecord(key: string, value: Json): [key: string, value: Json][] | undefined {
  const only = arrayOf(value)?.[0];
  return isObject(only) && arrayOf(value)?.length === 1 ? cellsOf(only, `${key}.`) : undefined;
}
