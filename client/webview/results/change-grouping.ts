/** Changes a grouping step by step, as menus do. `undefined` = not grouped. */
import type { Aggregate, Grouping, GroupKey } from '#shared/protocol/grouping.ts';

const countRows: Aggregate = { name: 'count' };

/** Replaces a key of the grouping, adds one at the end, or removes one; a new grouping counts the rows. */
export function withKey(
  grouping: Grouping | undefined,
  index: number,
  key: GroupKey | undefined,
): Grouping | undefined {
  const by = replaced(grouping?.by ?? [], index, key);
  return by.length === 0 ? undefined : { by, aggregates: grouping?.aggregates ?? [countRows] };
}

/** Replaces an aggregate, adds one at the end, or removes one. */
export const withAggregate = (
  grouping: Grouping,
  index: number,
  aggregate: Aggregate | undefined,
): Grouping => ({ ...grouping, aggregates: replaced(grouping.aggregates, index, aggregate) });

/** A list with another item at an index, or without the item there; no item is in it twice. */
function replaced<Item>(list: readonly Item[], index: number, item: Item | undefined): readonly Item[] {
  const newList = item === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, item);
  const texts = newList.map(each => JSON.stringify(each));
  return newList.filter((_, place) => texts.indexOf(texts[place] ?? '') === place);
}
