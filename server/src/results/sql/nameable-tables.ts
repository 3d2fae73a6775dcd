/** The tables that a statement may name: results of this session, and snapshots. */
import { mainFirst } from '#shared/base/tables/table-columns.ts';
import type { ColumnType } from '#shared/protocol/run.ts';

export interface SqlColumn {
  /** Its name in SQL. */
  readonly name: string;
  readonly title: string;
  readonly type: ColumnType;
}

export interface SqlTable {
  /** Its name in SQL. */
  readonly name: string;
  readonly kind: 'result' | 'snapshot';
  /** The title of the query or the snapshot, with that of the table. */
  readonly title: string;
  /** The file of the query; empty = unknown. */
  readonly file: string;
  /** The name of the site; empty = unknown. */
  readonly site: string;
  readonly rows: number;
  /** When it ran or was stored: milliseconds since 1970. */
  readonly time: number;
  readonly columns: readonly SqlColumn[];
  /** Its query has not run yet: there are no rows, and the columns are the expected ones; none = unknown. */
  readonly isPlanned?: true;
}

/** The number of each row, which every table has first. */
export const rowNumber = '#';

/** Makes names distinct for SQL, which ignores case; `#` is the number of each row. */
export function columnNames(keys: readonly string[]): string[] {
  const usedNames = new Set([rowNumber]);
  return keys.map(key => {
    const name = freeName(storableName(key), candidate => usedNames.has(candidate.toLowerCase()));
    usedNames.add(name.toLowerCase());
    return name;
  });
}

/** A name as SQLite can have it: without characters that end a statement, or that its encoding lacks. */
export const storableName = (name: string): string => name.replaceAll('\0', '').toWellFormed();

/** The name itself, or with the first number that makes it unused. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}_${count}`;
  return free;
}

/** Names the tables of one result: the main table has the result's name, the others that name and a number. */
export const numberedTables = <Table extends Parameters<typeof mainFirst>[0][number]>(
  name: string,
  tables: readonly Table[],
): { readonly name: string; readonly table: Table }[] =>
  mainFirst(tables).map((table, index) => ({ table, name: index === 0 ? name : `${name}_${index + 1}` }));
