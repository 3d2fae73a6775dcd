/** Helpers for statements with many columns. */
import type { SQLOutputValue } from 'node:sqlite';

/** Maximum arguments of an SQL function; some versions accept no more than 127. */
export const maxArguments = 100;

/** Splits items into groups of a size. */
export const groupsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** The rows of a statement that returns arrays; Node's types do not say that it does. */
export function* arrays(rows: Iterable<unknown>): Generator<SQLOutputValue[]> {
  for (const row of rows) if (isArray(row)) yield row;
}

const isArray = (row: unknown): row is SQLOutputValue[] => Array.isArray(row);
