/** Which rows of a table are shown, and in which order: filtered by column and as a whole, then sorted. */
import type { Format } from '../cells/cell-format.ts';
import type { Column } from '../../../server/src/protocol/run.ts';
import { type Filter, containing, parseFilter } from './filter.ts';
import { compareKeys, sortKey } from './sort.ts';
import type { Store } from './store.ts';

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export interface Wishes {
  readonly sort: Sort | undefined;
  /** Typed into the box above the table: some cell of the row holds it. */
  readonly search: string;
  /** Typed into a column's own box, by column key. */
  readonly filters: ReadonlyMap<string, string>;
}

/** The indexes of the shown rows in the store. Equal rows keep their order; empty cells come last either way. */
export function viewOf(store: Store, wishes: Wishes, format: Format): readonly number[] {
  const shown = matching(store, wishes, format);
  const by = store.columns.find(column => column.key === wishes.sort?.column);
  return by && wishes.sort ? sorted(store, shown, by, wishes.sort.descending) : shown;
}

function matching(store: Store, { search, filters }: Wishes, format: Format): readonly number[] {
  const all = store.rows.map((_, index) => index);
  const parsed = store.columns.flatMap(column => {
    const filter = parseFilter(filters.get(column.key) ?? '', column.type);
    return filter ? [{ column, filter }] : [];
  });
  const anywhere = search.trim() === '' ? undefined : containing(search.trim());
  if (parsed.length === 0 && !anywhere) return all;
  const holds = (index: number, column: Column, filter: Filter): boolean => {
    const value = store.value(index, column);
    return filter(value, format(value, column.type).text);
  };
  return all.filter(
    index =>
      parsed.every(({ column, filter }) => holds(index, column, filter)) &&
      (!anywhere || store.columns.some(column => holds(index, column, anywhere))),
  );
}

function sorted(store: Store, shown: readonly number[], by: Column, descending: boolean): readonly number[] {
  const direction = descending ? -1 : 1;
  const keyed = shown.map(index => ({ index, key: sortKey(store.value(index, by), by.type) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined);
    return direction * compareKeys(a.key, b.key);
  });
  return keyed.map(item => item.index);
}
