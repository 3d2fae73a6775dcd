/** Assigns rows to groups by the values of some columns. */
import type { Json } from '#shared/protocol/json.ts';
import { objectText } from '#shared/base/tables/cell-values.ts';

/** Multiplies the first number of a pair: more than the values of a column. */
const pairBase = 2 ** 26;

/** Maximum total number of groups of rows that have several values in several columns: their groups multiply. */
const maxMultipliedGroups = 1_000_000;

/** There are too many groups, because rows have many values in several columns. */
export class TooManyGroups extends Error {}

/** The groups of rows by the values of some columns, with numbers from 0 in the order of their first rows. */
export class RowGroups {
  readonly #columns: readonly ColumnGroups[];
  /** For each column but the first: the number of a group, by the group of the previous columns and the value. */
  readonly #pairs: readonly Map<number, number>[];
  /**
   * For each column but the first: the group of the previous columns and the number of the value, by the number of a
   * group.
   */
  readonly #parts: readonly [before: number, value: number][][];
  readonly #sizes: number[] = [];
  #overlap = false;
  #multiplied = 0;

  /** @param columns number of columns that the rows are grouped by */
  constructor(columns: number) {
    const others = Array.from({ length: Math.max(0, columns - 1) });
    this.#columns = Array.from({ length: columns }, () => new ColumnGroups());
    this.#pairs = others.map(() => new Map<number, number>());
    this.#parts = others.map(() => []);
  }

  /** Returns the groups that a row with these values belongs to. Throws `TooManyGroups`. */
  add(values: readonly (Json | undefined)[]): readonly number[] {
    const [first, ...others] = this.#columns;
    let groups: readonly number[] = first === undefined ? [0] : first.groupsOf(values[0]);
    for (const [index, column] of others.entries()) {
      const numbers = column.groupsOf(values[index + 1]);
      if (groups.length > 1 && numbers.length > 1) this.#multiply(groups.length * numbers.length);
      groups = groups.flatMap(before => numbers.map(number => this.#pair(index, before, number)));
    }
    for (const group of groups) this.#sizes[group] = (this.#sizes[group] ?? 0) + 1;
    if (groups.length > 1) this.#overlap = true;
    return groups;
  }

  /** Number of groups. */
  get count(): number {
    return this.#sizes.length;
  }

  /** Whether some row is in several groups. */
  get overlap(): boolean {
    return this.#overlap;
  }

  /** Number of rows in a group. */
  sizeOf(group: number): number {
    return this.#sizes[group] ?? 0;
  }

  /** The values of a group, by column. */
  valuesOf(group: number): readonly GroupValue[] {
    let at = group;
    const values: GroupValue[] = [];
    for (let index = this.#columns.length - 1; index > 0; index--) {
      const [before, number] = this.#parts[index - 1]?.[at] ?? [0, 0];
      values.unshift(this.#columns[index]?.valueOf(number) ?? null);
      at = before;
    }
    const [first] = this.#columns;
    return first === undefined ? [] : [first.valueOf(at), ...values];
  }

  #multiply(groups: number): void {
    this.#multiplied += groups;
    if (this.#multiplied > maxMultipliedGroups) throw new TooManyGroups();
  }

  #pair(index: number, before: number, number: number): number {
    const [pairs, parts] = [this.#pairs[index], this.#parts[index]];
    const key = before * pairBase + number;
    const existing = pairs?.get(key);
    if (existing !== undefined) return existing;
    const added = (parts?.push([before, number]) ?? 0) - 1;
    pairs?.set(key, added);
    return added;
  }
}

/** The groups by one column. */
class ColumnGroups {
  readonly #numbering = new Numbering();
  /** The groups of nested values; equal values of a column are mostly one object. */
  readonly #nested = new WeakMap<object, readonly number[]>();

  groupsOf(value: Json | undefined): readonly number[] {
    if (typeof value !== 'object' || value === null)
      return [this.#numbering.numberOf(value === undefined || value === '' ? null : value)];
    const cached = this.#nested.get(value);
    if (cached) return cached;
    const numbers = groupValuesOf(value).map(groupValue => this.#numbering.numberOf(groupValue));
    this.#nested.set(value, numbers);
    return numbers;
  }

  valueOf(number: number): GroupValue {
    return this.#numbering.valueOf(number);
  }
}

/** The value of a group: `null` = its cells are empty. */
export type GroupValue = Json;

const isEmpty = (value: Json | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** The group of a single value; an object counts as its first text, as its cell shows it. */
const groupValueOf = (value: Json | undefined): GroupValue => {
  if (isEmpty(value)) return null;
  return typeof value === 'object' && !Array.isArray(value) ? objectText(value) || value : value;
};

/** The groups of a cell: those of each item of a list, each once; `null` for an empty cell or list. */
export function groupValuesOf(value: Json | undefined): readonly GroupValue[] {
  if (!Array.isArray(value)) return [groupValueOf(value)];
  if (value.length === 0) return [null];
  const items = new Map(value.map((item: Json) => [JSON.stringify(groupValueOf(item)), groupValueOf(item)]));
  return [...items.values()];
}

/** Numbers values from 0; equal values have the same number. */
export class Numbering {
  readonly #numbers = new Map<GroupValue, number>();
  /** The numbers of nested values, by their JSON. */
  readonly #nested = new Map<string, number>();
  readonly #values: GroupValue[] = [];

  numberOf(value: GroupValue): number {
    if (typeof value !== 'object' || value === null) return this.#add(this.#numbers, value, value);
    return this.#add(this.#nested, JSON.stringify(value), value);
  }

  valueOf(number: number): GroupValue {
    return this.#values[number] ?? null;
  }

  #add<Key>(numbers: Map<Key, number>, key: Key, value: GroupValue): number {
    const existing = numbers.get(key);
    if (existing !== undefined) return existing;
    const added = this.#values.push(value) - 1;
    numbers.set(key, added);
    return added;
  }
}
