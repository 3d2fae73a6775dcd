/** Which rows of a result were not in the one before. */
import type { RowIdentities, WatchedTable } from '../../../server/src/protocol/watch.ts';

/** What tells the rows of a result apart, by the ids of its tables. */
export type SeenRows = Readonly<Record<string, RowIdentities>>;

export const seenRows = (tables: readonly WatchedTable[]): SeenRows =>
  Object.fromEntries(tables.map(({ table, identities }) => [table.id, identities]));

/** How many rows a result has that the one before did not have. A table whose rows are told apart otherwise than before has none. */
export function newRows(before: SeenRows, now: SeenRows): number {
  return Object.entries(now).reduce((count, [table, { by, ids }]) => {
    const known = Object.hasOwn(before, table) ? before[table] : undefined;
    if (known === undefined || known.ids.length === 0) return count + ids.length;
    if (known.by !== by) return count;
    // The same row can be there several times.
    const left = new Map<string, number>();
    for (const id of known.ids) left.set(id, (left.get(id) ?? 0) + 1);
    return count + ids.filter(id => !take(left, id)).length;
  }, 0);
}

function take(left: Map<string, number>, id: string): boolean {
  const count = left.get(id) ?? 0;
  left.set(id, count - 1);
  return count > 0;
}

/** How many rows are in it. */
export const sizeOf = (seen: SeenRows): number =>
  Object.values(seen).reduce((count, { ids }) => count + ids.length, 0);
