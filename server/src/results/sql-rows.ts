/** Reading rows with many columns. */
import type { SQLOutputValue } from 'node:sqlite';

/** Of a function in SQL; some versions take no more than 127. */
export const mostArguments = 100;

export const groupsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** The rows of a statement that returns arrays, which the types do not say. */
export const arrays = (rows: unknown): SQLOutputValue[][] => {
  if (!Array.isArray(rows)) return [];
  return rows.filter((row): row is SQLOutputValue[] => Array.isArray(row));
};
