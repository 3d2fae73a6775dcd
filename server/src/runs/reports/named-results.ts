/** The rows that statements of a report can name: of the queries above, and of snapshots. */
import type { TableState } from '#shared/protocol/results.ts';
import type { Links } from '../../embedded/markdown/report-table.ts';
import type { FencedStatement } from '../../embedded/markdown/runbook.ts';
import type { Backend, SnapshotTable } from '../../network/backend.ts';
import type { FetchedTable } from '../fetch-rows.ts';
import { rowLink } from '../judge-query.ts';
import { nameTables } from '../../results/sql/table-names.ts';
import { tokensOf } from '../../results/sql/tokens.ts';
import type { BlockRun } from './report-plans.ts';
import { linksTo } from './run-block.ts';

/** Rows in the store, by their name. */
export interface NamedResult {
  readonly run: string;
  readonly name: string;
  readonly title: string;
  readonly site: string;
  /** The table with the most rows first. */
  readonly tables: readonly FetchedTable[];
  readonly links: Links;
}

/** The result of a query; `undefined` = it has no name. */
export function namedResult(ran: BlockRun): NamedResult | undefined {
  const { run, planned, tables } = ran;
  const { name, scope } = planned.query;
  if (name === undefined) return undefined;
  const title = scope.block.title?.text ?? name.text;
  return { run, name: name.text, title, site: planned.plan.site.name, tables, links: linksTo(planned) };
}

/** The snapshots that a statement names, unless a query above it has the name; their rows are read into runs of their own. */
export async function namedSnapshots(
  backend: Backend,
  { sql }: Pick<FencedStatement, 'sql'>,
  results: readonly NamedResult[],
  newRun: () => string,
  signal: AbortSignal,
): Promise<readonly NamedResult[]> {
  const words = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
  for (const { name } of results) words.delete(name.toLowerCase());
  const snapshotResults: NamedResult[] = [];
  for (const { name, snapshot, table } of tablesOf(await backend.snapshotTables())) {
    if (!words.has(name.toLowerCase())) continue;
    const run = newRun();
    const fetchedTables: FetchedTable[] = [];
    const sink = {
      table: ({ table: header, rows }: Omit<TableState, 'run'>): void =>
        void fetchedTables.push({ header, rows }),
      progress: () => undefined,
    };
    await backend.openSnapshot({ run, snapshot: snapshot.id }, sink, signal);
    const readTable = fetchedTables.findLast(({ header }) => header.id === table.header.id);
    const { site } = snapshot.about;
    const links: Links = ({ type }, value) =>
      site && (type === 'page' || type === 'issue') ? rowLink({ kind: type, name: value }, site) : undefined;
    snapshotResults.push({
      run,
      name,
      title: snapshot.name,
      site: site?.name ?? '',
      tables: readTable ? [readTable] : [],
      links,
    });
  }
  return snapshotResults;
}

/** The tables of snapshots by the names that SQL has for them. */
function tablesOf(all: readonly SnapshotTable[]) {
  const byId = Map.groupBy(all, ({ snapshot }) => snapshot.id);
  const sources = Array.from(byId.values(), tables => ({
    name: '',
    title: tables[0]!.snapshot.name,
    query: tables[0]!.snapshot.id,
    isSnapshot: true,
    tables,
  }));
  // Named from the latest, which is the last.
  return nameTables(sources.toReversed()).map(({ name, table }) => ({
    name,
    table,
    snapshot: table.snapshot,
  }));
}
