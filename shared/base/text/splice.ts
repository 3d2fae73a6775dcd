/** The most items that are passed as arguments of one call. */
const many = 1000;

/**
 * Replaces items of a list and returns the list with the result. A long list is changed in place, because copying it
 * would cost more than the rest of a keystroke; with many new items the result is a new list.
 */
export function spliced<T>(list: T[], from: number, removed: number, items: readonly T[]): T[] {
  if (items.length > many) return [...list.slice(0, from), ...items, ...list.slice(from + removed)];
  list.splice(from, removed, ...items);
  return list;
}
