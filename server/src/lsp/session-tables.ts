/** The results of this session and the snapshots, as tables for SQL. */
import type { TableState } from '../protocol/results.ts';
import type { RunResult, TableHeader } from '../protocol/run.ts';
import type { Snapshot } from '../protocol/snapshots.ts';
import type { SnapshotTable, SqlRunTable } from '../remote/remote.ts';
import { nameTables } from '../sql/table-names.ts';
import { columnNames, type SqlTable } from '../sql/tables.ts';

/** What is remembered of a run for SQL. */
export interface TableRun {
  readonly run: string;
  /** By its `@name`; empty = none. */
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  /** When it began: milliseconds since 1970. */
  readonly time: number;
}

/** Where the values of a column open. */
export type ColumnSite = Pick<RunResult, 'site' | 'pageUrl'>;

/** A table with what is known of where it comes from. */
export interface SessionTable extends ColumnSite {
  readonly shown: SqlTable;
  readonly stored: SqlRunTable;
}

interface Known extends TableRun, ColumnSite {
  readonly tables: Map<string, { readonly header: TableHeader; readonly rows: number }>;
}

/** The runs whose rows are in the store, in their order. */
export class SessionTables {
  readonly #runs = new Map<string, Known>();

  begin(run: TableRun, { site, pageUrl }: ColumnSite): void {
    this.#runs.delete(run.run);
    const place = { ...(site && { site }), ...(pageUrl !== undefined && { pageUrl }) };
    this.#runs.set(run.run, { ...run, ...place, tables: new Map() });
  }

  receive({ run, table: header, rows }: Pick<TableState, 'run' | 'table' | 'rows'>): void {
    this.#runs.get(run)?.tables.set(header.id, { header, rows });
  }

  forget(run: string): void {
    this.#runs.delete(run);
  }

  /** All tables by their names. */
  all(snapshots: readonly SnapshotTable[]): SessionTable[] {
    const runs = [...this.#runs.values()]
      .filter(({ tables }) => tables.size > 0)
      .map(known => ({
        ...known,
        query: `${known.uri} ${known.name === '' ? known.title : `@${known.name}`}`,
        isSnapshot: false,
        kind: 'result' as const,
        stored: { run: known.run },
        tables: [...known.tables.values()],
      }));
    return nameTables([...keptOf(snapshots), ...runs]).map(({ name, table: { header, rows }, source }) => {
      const { kind, title, uri, site, pageUrl, time, stored } = source;
      const names = columnNames(header.columns.map(({ key }) => key));
      return {
        ...(site && { site }),
        ...(pageUrl !== undefined && { pageUrl }),
        stored: { name, ...stored, table: header.id },
        shown: {
          name,
          kind,
          title: source.tables.length > 1 ? `${title} · ${header.title}` : title,
          file: fileOf(uri),
          site: site?.name ?? '',
          rows,
          time,
          columns: header.columns.map((column, index) => ({
            name: names[index]!,
            title: column.title,
            type: column.type,
          })),
        },
      };
    });
  }
}

/** The snapshots with their tables, the latest last. */
function keptOf(tables: readonly SnapshotTable[]) {
  const snapshots = new Map<string, { readonly snapshot: Snapshot; readonly tables: SnapshotTable[] }>();
  for (const table of tables) {
    const known = snapshots.get(table.snapshot.id);
    if (known) known.tables.push(table);
    else snapshots.set(table.snapshot.id, { snapshot: table.snapshot, tables: [table] });
  }
  return [...snapshots.values()].toReversed().map(({ snapshot: { id, name, kept, about }, tables: own }) => ({
    name: '',
    title: name,
    uri: about.uri,
    site: about.site,
    pageUrl: about.pageUrl,
    time: kept,
    query: `snapshot ${id}`,
    isSnapshot: true,
    kind: 'snapshot' as const,
    stored: { snapshot: id },
    tables: own,
  }));
}

/** The name of a file by its address, without the folders. */
function fileOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
