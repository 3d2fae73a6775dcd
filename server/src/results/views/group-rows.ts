/** Groups the rows of a table; the groups are a table too. */
import type { DatabaseSync } from 'node:sqlite';
import type { Grouping, RowGrouping } from '#shared/protocol/grouping.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Groups, View } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { type Aggregation, aggregationOf } from './aggregation.ts';
import type { Reading } from './column-reading.ts';
import { type ComputedColumn, groupColumnsOf, type KeyColumn } from './group-columns.ts';
import { ResultTable } from '../store/result-table.ts';
import { RowGroups, TooManyGroups } from './group-assignment.ts';

/** Number of tables made so far, for their names: all results of a session share one namespace. */
let tableCount = 0;

interface ReadGroups {
  readonly groups: RowGroups;
  /** The aggregates of each group. */
  readonly aggregations: readonly Aggregation[];
  /** The aggregates of all rows. */
  readonly totals: readonly Aggregation[];
  readonly tooMany: boolean;
}

/** The groups of a table's rows by some columns, with their aggregates. */
export class GroupedTable {
  /** The groups as a table: the largest first, or by date if the first column has dates. */
  readonly table: ResultTable;
  readonly #from: ResultTable;
  readonly #rows: View;
  readonly #keys: readonly KeyColumn[];
  readonly #computed: readonly ComputedColumn[];
  readonly #readings: readonly Reading[];
  readonly #overlap: boolean;
  readonly #tooMany: boolean;
  /** The numbers of the groups, by their places in the table. */
  readonly #order: readonly number[];
  /** The totals computed last, and the view that they are for. */
  #totals: { readonly shown: string; readonly row: Row };

  /** @param rows the view of the rows to group */
  constructor(database: DatabaseSync, from: ResultTable, grouping: Grouping, rows: View) {
    const { keys, computed } = groupColumnsOf(grouping, from.header.columns);
    this.#from = from;
    this.#rows = rows;
    this.#keys = keys;
    this.#computed = computed;
    this.#readings = readingsOf(keys, computed);
    const { groups, aggregations, totals, tooMany } = this.#readGroups();
    this.#tooMany = tooMany;
    this.#totals = { shown: viewKey({ search: '', filters: {} }), row: this.#computedCells(totals, 0) };
    this.#overlap = groups.overlap;
    this.#order = orderOf(groups, keys);
    const columns = [...keys, ...computed].map(({ shown }) => shown);
    const header: TableHeader = { id: from.header.id, title: from.header.title, columns };
    const table = new ResultTable(database, `temp.groups${++tableCount}`, header, [], 0);
    this.table = table;
    const shownRows = this.#order.map(group => ({
      ...this.#keyCells(groups, group),
      ...this.#computedCells(aggregations, group),
    }));
    inTransaction(database, () => table.put({ table: header, offset: 0, rows: shownRows }));
  }

  /** Summarizes all groups for a window of them; `view` is the view of the groups. */
  summary(view: View): Groups {
    return {
      grouping: {
        by: this.#keys.map(({ from, unit }) => ({ column: from.key, ...(unit && { unit }) })),
        aggregates: this.#computed.map(({ from, name }) => ({ name, ...(from && { column: from.key }) })),
      },
      columns: this.table.header.columns,
      count: this.table.rows,
      totals: this.#totalsOf(view),
      overlap: this.#overlap,
      ...(this.#tooMany && { tooMany: true }),
    };
  }

  #totalsOf(view: View): Row {
    const key = viewKey(view);
    if (this.#tooMany || this.#totals.shown === key) return this.#totals.row;
    const places = this.table.placesOf({ ...view, sort: [] });
    const wantedGroups = places && new Set(Array.from(places, place => this.#order[place]));
    const aggregations = this.#aggregations();
    this.#readRows((rowGroups, values) => {
      if (!wantedGroups || rowGroups.some(group => wantedGroups.has(group))) addTo(aggregations, 0, values);
    });
    const row = this.#computedCells(aggregations, 0);
    this.#totals = { shown: key, row };
    return row;
  }

  /** Reads the groups and their aggregates; there are no groups if there would be too many. */
  #readGroups(): ReadGroups {
    const [aggregations, totals] = [this.#aggregations(), this.#aggregations()];
    try {
      const groups = this.#readRows((rowGroups, values) => {
        for (const group of rowGroups) addTo(aggregations, group, values);
        addTo(totals, 0, values);
      });
      return { groups, aggregations, totals, tooMany: false };
    } catch (error) {
      if (!(error instanceof TooManyGroups)) throw error;
      return { groups: new RowGroups(0), aggregations: [], totals: [], tooMany: true };
    }
  }

  #aggregations(): readonly Aggregation[] {
    return this.#computed.map(({ name, from }) => aggregationOf(name, from?.type));
  }

  /** Calls `take` with the groups of each row and the values to aggregate. */
  #readRows(take: (rowGroups: readonly number[], values: readonly (Json | undefined)[]) => void): RowGroups {
    const groups = new RowGroups(this.#keys.length);
    for (const { count, lists } of this.#from.readColumns(this.#rows, this.#readings)) {
      const keyLists = lists.slice(0, this.#keys.length);
      const valueLists = lists.slice(this.#keys.length);
      for (let row = 0; row < count; row++)
        take(
          groups.add(keyLists.map(list => list[row])),
          valueLists.map(list => list[row]),
        );
    }
    return groups;
  }

  #keyCells(groups: RowGroups, group: number): Row {
    return Object.fromEntries(
      groups.valuesOf(group).flatMap((value, index): [string, Json][] => {
        const key = this.#keys[index]?.shown.key;
        return value === null || key === undefined ? [] : [[key, value]];
      }),
    );
  }

  #computedCells(aggregations: readonly Aggregation[], group: number): Row {
    return Object.fromEntries(
      aggregations.flatMap((aggregation, index): [string, Json][] => {
        const value = aggregation.resultOf(group);
        const key = this.#computed[index]?.shown.key;
        return value === undefined || key === undefined ? [] : [[key, value]];
      }),
    );
  }
}

const viewKey = ({ search, filters }: Pick<View, 'search' | 'filters'>): string =>
  JSON.stringify([search, filters]);

/** The columns to read: the keys, then one for each aggregate. */
const readingsOf = (keys: readonly KeyColumn[], computed: readonly ComputedColumn[]): readonly Reading[] => [
  ...keys.map(({ from, unit }): Reading => ({ column: from, as: unit ?? 'value' })),
  ...computed.map(({ from, name }): Reading => ({
    column: from,
    as: from?.type === 'date' && (name === 'min' || name === 'max') ? 'time' : 'value',
  })),
];

function addTo(
  aggregations: readonly Aggregation[],
  group: number,
  values: readonly (Json | undefined)[],
): void {
  for (const [index, aggregation] of aggregations.entries()) aggregation.add(group, values[index]);
}

/** The order of the groups: by date if the first column has dates, otherwise by size. */
function orderOf(groups: RowGroups, [first]: readonly KeyColumn[]): readonly number[] {
  const numbers = Array.from({ length: groups.count }, (_, group) => group);
  if (first?.from.type !== 'date')
    return numbers.toSorted((one, other) => groups.sizeOf(other) - groups.sizeOf(one));
  // Dates are ordered as text; empty ones come last.
  const keyed = numbers.map(group => {
    const [value] = groups.valuesOf(group);
    return { group, key: typeof value === 'string' ? value : '\uFFFF' };
  });
  return keyed
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ group }) => group);
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Number of groupings that are kept: the visible one and the one before. */
const maxKeptGroupings = 2;

/** The grouped views of one table, computed when needed, and again when its rows have changed. */
export class GroupedTables {
  readonly #database: DatabaseSync;
  readonly #from: ResultTable;
  #edition = 0;
  #cache: { readonly key: string; readonly table: GroupedTable }[] = [];

  constructor(database: DatabaseSync, from: ResultTable) {
    this.#database = database;
    this.#from = from;
  }

  groupedBy({ search, filters, ...grouping }: RowGrouping, members: View['of']): GroupedTable {
    if (this.#edition !== this.#from.edition) this.drop();
    this.#edition = this.#from.edition;
    const key = JSON.stringify([grouping, search, filters, members]);
    const cached = this.#cache.find(kept => kept.key === key);
    if (cached !== undefined) return cached.table;
    const rows: View = { sort: [], search, filters, ...(members && { of: members }) };
    const table = new GroupedTable(this.#database, this.#from, grouping, rows);
    this.#cache.unshift({ key, table });
    for (const { table: old } of this.#cache.splice(maxKeptGroupings)) old.table.drop();
    return table;
  }

  drop(): void {
    for (const { table } of this.#cache.splice(0)) table.table.drop();
  }
}
