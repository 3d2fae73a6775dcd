/** The view of a table: its sort and its filters. */
import type { View } from '#shared/protocol/results.ts';

export type SortKey = View['sort'][number];

/** The view of all rows in their original order. */
export const plainView: View = { sort: [], search: '', filters: {} };

/** Makes a view without ineffective parts, so that equal views are equal as text. */
export function viewOf(sort: readonly SortKey[], search: string, filters: ReadonlyMap<string, string>): View {
  return {
    sort,
    search: search.trim(),
    filters: Object.fromEntries(
      [...filters].filter(([, typed]) => typed.trim() !== '').toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

export const isSame = (a: View, b: View): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export const isPlain = (view: View): boolean => isSame(view, plainView);

/**
 * The sort keys after a click on a column's title: ascending, descending, then none. The column replaces the other
 * keys; with `adds` it is added to them.
 */
export function chooseSort(sort: readonly SortKey[], column: string, adds: boolean): readonly SortKey[] {
  const present = sort.find(key => key.column === column);
  if (!adds) {
    if (!present || sort.length > 1) return [{ column, descending: false }];
    return present.descending ? [] : [{ column, descending: true }];
  }
  if (!present) return [...sort, { column, descending: false }];
  if (present.descending) return sort.filter(key => key !== present);
  return sort.map(key => (key === present ? { column, descending: true } : key));
}
