/** More items than this are not passed as arguments of one call. */
const many = 1000;

/**
 * Puts items in place of others and answers the list that holds them: a long list is changed where it is, as copying
 * it would cost a keystroke more than all the rest; with many new items it is a new list.
 */
export function spliced<T>(list: T[], from: number, removed: number, items: readonly T[]): T[] {
  if (items.length > many) return [...list.slice(0, from), ...items, ...list.slice(from + removed)];
  list.splice(from, removed, ...items);
  return list;
}
