/** The view of a table that the user asks for: how the rows are sorted, and which of them are shown. */
import type { View } from '../../../server/src/protocol/results.ts';

export type SortKey = View['sort'][number];

/** All rows as they came. */
export const plainView: View = { sort: [], search: '', filters: {} };

/** Without what has no effect, so that equal views are equal texts. */
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
 * The sort keys after a column's title was chosen: up, down, then not sorted by it. Alone, it takes the place of the other
 * keys; `adds` keeps them, and a new one comes after them.
 */
export function chooseSort(sort: readonly SortKey[], column: string, adds: boolean): readonly SortKey[] {
  const known = sort.find(key => key.column === column);
  if (!adds) {
    if (!known || sort.length > 1) return [{ column, descending: false }];
    return known.descending ? [] : [{ column, descending: true }];
  }
  if (!known) return [...sort, { column, descending: false }];
  if (known.descending) return sort.filter(key => key !== known);
  return sort.map(key => (key === known ? { column, descending: true } : key));
}
