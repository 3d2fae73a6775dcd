/** The results of this session and the snapshots, as tables for SQL. */
import type { TableState } from '#shared/protocol/results.ts';
import type { RunResult, TableHeader } from '#shared/protocol/run.ts';
import type { Snapshot } from '#shared/protocol/snapshots.ts';
import type { SnapshotTable, SqlRunTable } from '../network/backend.ts';
import { nameTables } from '../results/sql/table-names.ts';
import { columnNames, type SqlColumn, type SqlTable } from '../results/sql/nameable-tables.ts';

/** A run whose results SQL can name. */
export interface TableRun {
  readonly run: string;
  /** By its `@name`; empty = none. */
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  /** When it began: milliseconds since 1970. */
  readonly time: number;
}

/** The site on which the values of a column open. */
export type ColumnSite = Pick<RunResult, 'site' | 'pageUrl'>;

/** A table and its source. */
export interface SessionTable extends ColumnSite {
  readonly shown: SqlTable;
  readonly stored: SqlRunTable;
}

/** A query of a file by its name, also before it runs. */
export interface PlannedTable {
  readonly name: string;
  readonly title: string;
  /** The address of the document that has the query. */
  readonly uri: string;
  /** The expected columns; `[]` = they are not known. */
  readonly columns: readonly SqlColumn[];
}

/** A file whose own queries come before others of the same name. */
export interface OwnTables {
  /** The addresses of the file, or of the cells of the notebook. */
  readonly uris: ReadonlySet<string>;
  readonly planned: readonly PlannedTable[];
  /** The query that asks, whose own result is left out. */
  readonly asking?: { readonly uri: string; readonly name: string };
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

  /** Notes where the values of a result open, which is known once the result is complete. */
  place(run: string, site: ColumnSite): void {
    const current = this.#runs.get(run);
    if (current) this.#runs.set(run, { ...current, ...site });
  }

  forget(run: string): void {
    this.#runs.delete(run);
  }

  /**
   * Returns all tables by their names.
   *
   * @param file the file of the statement that asks; absent = it is in no file
   */
  all(snapshots: readonly SnapshotTable[], file?: OwnTables): SessionTable[] {
    const asking = file?.asking && queryOf(file.asking.uri, file.asking.name);
    const runs = [...this.#runs.values()]
      .filter(({ tables }) => tables.size > 0)
      .map(run => ({
        ...run,
        query: queryOf(run.uri, run.name, run.title),
        isSnapshot: false,
        kind: 'result' as const,
        stored: { run: run.run },
        tables: [...run.tables.values()],
      }))
      .filter(({ query }) => query !== asking);
    const isOwn = ({ uri }: { readonly uri: string }): boolean => file?.uris.has(uri) === true;
    const sources = [
      ...keptOf(snapshots),
      ...runs.filter(run => !isOwn(run)),
      ...plannedOf(file?.planned ?? []),
      ...runs.filter(isOwn),
    ];
    return nameTables(sources).map(({ name, table, source }) => {
      const { kind, title, uri, site, pageUrl, time, stored } = source;
      const { header, rows } = table;
      if (header === undefined) return plannedTable(name, source);
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

const queryOf = (uri: string, name: string, title = ''): string =>
  `${uri} ${name === '' ? title : `@${name}`}`;

/** Named queries as tables without rows; the table of a query that ran comes later and replaces this one. */
const plannedOf = (planned: readonly PlannedTable[]) =>
  planned.map(({ name, title, uri, columns }) => ({
    name,
    title,
    uri,
    site: undefined,
    pageUrl: undefined,
    time: 0,
    query: queryOf(uri, name),
    isSnapshot: false,
    kind: 'result' as const,
    stored: {},
    columns,
    tables: [{ header: undefined, rows: 0 }],
  }));

const plannedTable = (
  name: string,
  source: { readonly title: string; readonly uri: string; readonly columns?: readonly SqlColumn[] },
): SessionTable => ({
  stored: { name, table: '' },
  shown: {
    name,
    kind: 'result',
    title: source.title,
    file: fileOf(source.uri),
    site: '',
    rows: 0,
    time: 0,
    columns: source.columns ?? [],
    isPlanned: true,
  },
});

/** The snapshots with their tables, the latest last. */
function keptOf(tables: readonly SnapshotTable[]) {
  const snapshots = new Map<string, { readonly snapshot: Snapshot; readonly tables: SnapshotTable[] }>();
  for (const table of tables) {
    const snapshot = snapshots.get(table.snapshot.id);
    if (snapshot) snapshot.tables.push(table);
    else snapshots.set(table.snapshot.id, { snapshot: table.snapshot, tables: [table] });
  }
  return [...snapshots.values()]
    .toReversed()
    .map(({ snapshot: { id, name, kept, about }, tables: ownTables }) => ({
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
      tables: ownTables,
    }));
}

/** The name of a file by its address, without the folders. */
function fileOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1).replace(/#.*$/s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
