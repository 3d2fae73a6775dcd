/** What the cells of a column are grouped by. */
import { firstText } from '../common/tables/cell-values.ts';
import type { Json } from '../protocol/json.ts';

/** The value that a group has: `null` = its cells are empty. */
export type GroupValue = Json;

const isEmpty = (value: Json | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** An object counts as its first text, as its cell shows it. */
const single = (value: Json | undefined): GroupValue => {
  if (isEmpty(value)) return null;
  return typeof value === 'object' && !Array.isArray(value) ? firstText(value) || value : value;
};

/** The groups of a cell: those of each item of a list, the same one once; `null` for an empty cell or list. */
export function groupValuesOf(value: Json | undefined): readonly GroupValue[] {
  if (!Array.isArray(value)) return [single(value)];
  if (value.length === 0) return [null];
  const items = new Map(value.map((item: Json) => [JSON.stringify(single(item)), single(item)]));
  return [...items.values()];
}

/** Numbers for values: equal ones have the same. */
export class Numbering {
  readonly #numbers = new Map<GroupValue, number>();
  /** By their JSON. */
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
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const added = this.#values.push(value) - 1;
    numbers.set(key, added);
    return added;
  }
}
