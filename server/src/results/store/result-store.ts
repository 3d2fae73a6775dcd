/** Stores the rows of all results of a session, and reads views of them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  CellParams,
  CellResult,
  CopyParams,
  CopyResult,
  Groups,
  Statistics,
  StatisticsParams,
  View,
  WindowParams,
  WindowResult,
} from '#shared/protocol/results.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { openInMemory } from './session-database.ts';
import { GroupedTables } from '../views/group-rows.ts';
import { ResultTable, type TablePart } from './result-table.ts';
import { type Line, tableWriters } from '../export/export-formats.ts';
import { columnsSql, hasAllRows, shapeOf, storedName } from './table-layout.ts';

/** Maximum characters copied to the clipboard. */
const maxCopyLength = 50_000_000;

/** The rows of a view of one table, for an export. */
export interface RowScope {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Number of rows. */
  readonly total: number;
  readonly batches: Iterable<readonly Line[]>;
}

/** Writes the rows of a table directly into the database. */
export interface TableFiller {
  /** Its name in the database. */
  readonly name: string;
  /**
   * Writes a batch, all of it or nothing.
   *
   * @param rows number of rows of the table after the batch
   * @param next the new header; default: unchanged
   */
  write(rows: number, change: () => void, next?: TableHeader): void;
}

/** The run was released while its table was being written. */
export class ReleasedRun extends Error {}

interface Stored {
  readonly id: number;
  readonly run: string;
  readonly table: ResultTable;
  readonly groups: GroupedTables;
}

/** The table that a view shows, and the view of that table: of the groups, if the rows are grouped. */
interface Shown {
  readonly table: ResultTable;
  readonly view: View;
  readonly groups?: Groups;
}

/**
 * The rows of all results of a session, in a database: after a crash, the next process of the session finds all that had
 * arrived. Methods that read a run or a table return `undefined` if it does not exist. Errors of the database, such as a
 * full disk, are thrown; what was stored before stays.
 */
export class ResultStore {
  readonly #database: DatabaseSync;
  readonly #tables: Stored[] = [];
  readonly #updateTable: StatementSync;
  /** Number of damaged tables that were left out when the store was opened. */
  readonly damaged: number;

  /** @param database default: in memory */
  constructor(database: DatabaseSync = openInMemory()) {
    this.#database = database;
    this.#updateTable = this.#database.prepare(
      'UPDATE result_tables SET header = ?, keys = ?, rows = ? WHERE id = ?',
    );
    this.damaged = this.#load();
  }

  /** Limits the size of the database; existing content stays. */
  limitTo(bytes: number): void {
    const size = Number(this.#database.prepare('PRAGMA page_size').get()?.['page_size']);
    this.#database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(bytes / size))}`);
  }

  /** Adds rows to a table of a run, all or none. Returns its number of rows, and whether rows were replaced. */
  put(run: string, part: TablePart): { readonly rows: number; readonly changed: boolean } {
    return this.#inTransaction(() => {
      const { id, table } = this.#find(run, part.table.id) ?? this.#create(run, part.table);
      const changed = table.put(part);
      this.#keep(id, table);
      return { rows: table.rows, changed };
    });
  }

  /** The tables of a run. */
  tablesOf(run: string): readonly ResultTable[] {
    return this.#tables.filter(stored => stored.run === run).map(({ table }) => table);
  }

  /** The database itself, for SQL on the stored tables. */
  get database(): DatabaseSync {
    return this.#database;
  }

  /** Adds an empty table to a run, to be filled in batches. */
  begin(run: string, header: TableHeader, keys: readonly string[]): TableFiller {
    const { id } = this.#inTransaction(() => this.#create(run, header, keys));
    const find = (): ResultTable => {
      const table = this.#tables.find(stored => stored.id === id)?.table;
      if (table === undefined) throw new ReleasedRun();
      return table;
    };
    return {
      name: storedName(id),
      write: (rows, change, next) =>
        this.#inTransaction(() => {
          const table = find();
          change();
          table.afterWrite(next ?? table.header, rows);
          this.#keep(id, table);
        }),
    };
  }

  /** Number of rows of the longest table of a run; 0 = it has no tables. */
  rows(run: string): number {
    const tables = this.#tables.filter(stored => stored.run === run);
    return Math.max(0, ...tables.map(({ table }) => table.rows));
  }

  /** Some rows of a view of a table. */
  window({ run, table: id, view, offset, count }: WindowParams): WindowResult | undefined {
    const stored = this.#find(run, id);
    if (stored === undefined) return undefined;
    const { table, view: tableView, groups } = resolveView(stored, view);
    return {
      rows: table.window(tableView, offset, count),
      shown: table.shown(tableView),
      total: stored.table.rows,
      ...(groups && { groups }),
    };
  }

  /** Reads a whole value. */
  cell({ run, table: id, row, column, view }: CellParams): CellResult | undefined {
    const stored = this.#find(run, id);
    if (stored === undefined) return undefined;
    const { table } = view ? resolveView(stored, view) : stored;
    const value = table.cell(row, column);
    return value === undefined ? {} : { value };
  }

  /** Computes the statistics of a part of a view. */
  statistics({ run, table: id, view, columns, offset, count }: StatisticsParams): Statistics | undefined {
    const stored = this.#find(run, id);
    if (stored === undefined) return undefined;
    const { table, view: tableView } = resolveView(stored, view);
    return table.statistics(tableView, columns, offset, count);
  }

  /** Writes a part of a view as text. */
  copy({
    run,
    table: id,
    view,
    columns: keys,
    format,
    titles,
    offset,
    count,
  }: CopyParams): CopyResult | undefined {
    const stored = this.#find(run, id);
    if (stored === undefined) return undefined;
    const { table, view: tableView } = resolveView(stored, view);
    const writer = tableWriters[format];
    const columns = table.columns(keys);
    const hasHead = titles || format === 'json';
    const isNamed = format === 'tsv' || format === 'markdown';
    const headings = isNamed ? columns.map(column => ({ ...column, key: column.title })) : columns;
    let text = hasHead ? writer.head(headings) : '';
    let isFirst = true;
    for (const lines of table.values(tableView, keys, offset, count)) {
      text += writer.rows(lines, columns, isFirst);
      isFirst = false;
      if (text.length > maxCopyLength) return { tooLong: true };
    }
    text += writer.foot();
    return { text: hasHead ? text : text.replace(/^\r?\n/, '') };
  }

  /** The rows of a view, to be written elsewhere. They are read while they are consumed, in their state at that time. */
  extract(run: string, id: string, view: View, keys: readonly string[]): RowScope | undefined {
    const stored = this.#find(run, id);
    if (stored === undefined) return undefined;
    const { table, view: tableView } = resolveView(stored, view);
    return {
      title: table.header.title,
      columns: table.columns(keys),
      total: table.shown(tableView),
      batches: table.values(tableView, keys),
    };
  }

  /** Removes a run. */
  release(run: string): void {
    for (const { id, table, groups } of this.#tables.filter(stored => stored.run === run)) {
      groups.drop();
      table.drop();
      this.#database.prepare('DELETE FROM result_tables WHERE id = ?').run(id);
    }
    const others = this.#tables.filter(stored => stored.run !== run);
    this.#tables.splice(0, this.#tables.length, ...others);
  }

  close(): void {
    this.#database.close();
  }

  #find(run: string, id: string): Stored | undefined {
    return this.#tables.find(stored => stored.run === run && stored.table.header.id === id);
  }

  #inTransaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #keep(id: number, { header, keys, rows }: ResultTable): void {
    this.#updateTable.run(JSON.stringify(header), JSON.stringify(keys), rows, id);
  }

  #create(run: string, header: TableHeader, keys: readonly string[] = []): Stored {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO result_tables (run, header, keys, rows) VALUES (?, ?, ?, 0)')
      .run(run, JSON.stringify(header), JSON.stringify(keys));
    const id = Number(lastInsertRowid);
    this.#database.exec(`DROP TABLE IF EXISTS ${storedName(id)}`);
    this.#database.exec(`CREATE TABLE ${storedName(id)} (${columnsSql(keys.length)})`);
    const table = new ResultTable(this.#database, storedName(id), header, keys, 0);
    const stored = { id, run, table, groups: new GroupedTables(this.#database, table) };
    this.#tables.push(stored);
    return stored;
  }

  /** Loads the list of tables. Returns how many are damaged: they are left out. */
  #load(): number {
    this.#tables.length = 0;
    const statement = this.#database.prepare('SELECT * FROM result_tables');
    statement.setReadBigInts(true);
    const storedTables = statement.all();
    for (const stored of storedTables) {
      const [id, run] = [Number(stored['id']), String(stored['run'])];
      const name = storedName(id);
      const shape = shapeOf(this.#database, name, stored);
      if (shape === undefined || !hasAllRows(this.#database, name, shape.rows)) continue;
      const table = new ResultTable(this.#database, name, shape.header, shape.keys, shape.rows);
      this.#tables.push({ id, run, table, groups: new GroupedTables(this.#database, table) });
    }
    return storedTables.length - this.#tables.length;
  }

  /** Rolls back, and loads the list of tables again. */
  #undo(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#load();
  }
}

/** Resolves a view: to the table itself, or to the groups of its rows. */
function resolveView({ table, groups }: Stored, view: View): Shown {
  const { of, group, ...groupsView } = view;
  if (group === undefined) return { table, view };
  const grouped = groups.groupedBy(group, of);
  return { table: grouped.table, view: groupsView, groups: grouped.summary(groupsView) };
}
