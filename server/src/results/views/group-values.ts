/** Determines the groups that a cell belongs to, and numbers values. */
import { firstText } from '../../common/first-text.ts';
import type { Json } from '../../protocol/json.ts';

/** The value of a group: `null` = its cells are empty. */
export type GroupValue = Json;

const isEmpty = (value: Json | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** The group of a single value; an object counts as its first text, as its cell shows it. */
const groupValueOf = (value: Json | undefined): GroupValue => {
  if (isEmpty(value)) return null;
  return typeof value === 'object' && !Array.isArray(value) ? firstText(value) || value : value;
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
