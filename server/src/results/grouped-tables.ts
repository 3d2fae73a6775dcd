import type { DatabaseSync } from 'node:sqlite';
import type { RowGrouping } from '../protocol/grouping.ts';
import type { View } from '../protocol/results.ts';
import { GroupedTable } from './grouped-table.ts';
import type { ResultTable } from './result-table.ts';

/** Number of groupings that are kept: the visible one and the one before. */
const mostKept = 2;

/** The grouped views of one table, computed when needed, and again when its rows have changed. */
export class GroupedTables {
  readonly #database: DatabaseSync;
  readonly #from: ResultTable;
  #edition = 0;
  #kept: { readonly key: string; readonly table: GroupedTable }[] = [];

  constructor(database: DatabaseSync, from: ResultTable) {
    this.#database = database;
    this.#from = from;
  }

  groupedBy({ search, filters, ...grouping }: RowGrouping, members: View['of']): GroupedTable {
    if (this.#edition !== this.#from.edition) this.drop();
    this.#edition = this.#from.edition;
    const key = JSON.stringify([grouping, search, filters, members]);
    const cached = this.#kept.find(kept => kept.key === key);
    if (cached !== undefined) return cached.table;
    const rows: View = { sort: [], search, filters, ...(members && { of: members }) };
    const table = new GroupedTable(this.#database, this.#from, grouping, rows);
    this.#kept.unshift({ key, table });
    for (const { table: old } of this.#kept.splice(mostKept)) old.table.drop();
    return table;
  }

  drop(): void {
    for (const { table } of this.#kept.splice(0)) table.table.drop();
  }
}
