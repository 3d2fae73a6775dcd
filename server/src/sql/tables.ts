/** The tables that a statement may name: results of this session, and snapshots. */
import type { ColumnType } from '../protocol/run.ts';

export interface SqlColumn {
  /** What SQL calls it. */
  readonly name: string;
  readonly title: string;
  readonly type: ColumnType;
}

export interface SqlTable {
  /** What SQL calls it. */
  readonly name: string;
  readonly kind: 'result' | 'snapshot';
  /** What the query or the snapshot is called, and the table of it. */
  readonly title: string;
  /** The file of the query; empty = unknown. */
  readonly file: string;
  /** The name of the site; empty = unknown. */
  readonly site: string;
  readonly rows: number;
  /** When it ran, or was kept: milliseconds since 1970. */
  readonly time: number;
  readonly columns: readonly SqlColumn[];
  /** Its query has not run yet: there are no rows, and the columns are those that are to be expected; none = not known. */
  readonly isPlanned?: true;
}

/** The number of each row, which every table has first. */
export const rowNumber = '#';

/** Names that SQL can tell apart, which ignores case; `#` is the number of each row. */
export function columnNames(keys: readonly string[]): string[] {
  const taken = new Set([rowNumber]);
  return keys.map(key => {
    const name = freeName(key, candidate => taken.has(candidate.toLowerCase()));
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The name itself, or with the first number that makes it free. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}_${count}`;
  return free;
}

/** Names for the tables of one result: that with the most rows has the result's name, the others that name and a number. */
export const numberedTables = <Table extends { readonly rows: number }>(
  name: string,
  tables: readonly Table[],
): { readonly name: string; readonly table: Table }[] =>
  tables
    .toSorted((one, other) => other.rows - one.rows)
    .map((table, index) => ({ table, name: index === 0 ? name : `${name}_${index + 1}` }));
