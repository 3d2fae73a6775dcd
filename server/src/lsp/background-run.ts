import type { TableState } from '../protocol/results.ts';
import type { CheckResult } from '../protocol/watch.ts';
import type { Remote } from '../remote/remote.ts';
import type { Runs } from './runs.ts';
import type { QueryPlace } from './workspace.ts';

/** Runs the query at a place in the background, and tells its rows apart. */
export async function runInBackground(
  runs: Runs,
  remote: Remote,
  run: string,
  place: QueryPlace,
  signal: AbortSignal,
): Promise<CheckResult> {
  const states = new Map<string, TableState>();
  const receive = (state: TableState): void => void states.set(state.table.id, state);
  const result = await runs.run(run, place, signal, { receive, isBackground: true });
  const tables = await Promise.all(
    [...states.values()].map(async state => {
      const { id: table, columns } = state.table;
      const identities = await remote.identities({ run, table, columns });
      return identities ? [{ ...state, identities }] : [];
    }),
  );
  return { result, tables: tables.flat() };
}
