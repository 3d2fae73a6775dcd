import { mainFirst } from '#shared/base/tables/table-columns.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { Backend, RunOutcome, RunSink } from '../network/backend.ts';
import { applyDirectives } from './apply-directives.ts';
import type { ReadyRun } from './plan-run.ts';

/** A table of a result, as the query's directives want it, and how many rows of it there are. */
export interface FetchedTable {
  readonly header: TableHeader;
  readonly rows: number;
}

/** A run that has ended; its rows are in the store. */
export interface FetchedRows {
  readonly outcome: RunOutcome;
  /** The main table first. */
  readonly tables: readonly FetchedTable[];
}

/**
 * Sends a planned query; resolves for every outcome.
 *
 * @param progress called as rows arrive
 */
export async function fetchRows(
  backend: Pick<Backend, 'run'>,
  run: string,
  { query, site, request }: ReadyRun,
  signal: AbortSignal,
  progress: RunSink['progress'] = () => undefined,
): Promise<FetchedRows> {
  const tables = new Map<string, FetchedTable>();
  const sink = {
    table: ({ table, rows }: { readonly table: TableHeader; readonly rows: number }) =>
      void tables.set(table.id, { header: applyDirectives(table, query.view), rows }),
    progress,
  };
  const outcome = await backend.run({ run, site, ...request }, sink, signal);
  return { outcome, tables: mainFirst([...tables.values()]) };
}
