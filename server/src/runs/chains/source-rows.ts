/** The stored rows of the query whose column is used. */
import type { Row } from '#shared/protocol/json.ts';
import { longestWindow } from '#shared/protocol/results.ts';
import type { Backend } from '../../network/backend.ts';

/** All rows of a table of a run. */
export async function sourceRows(
  backend: Pick<Backend, 'window'>,
  run: string,
  table: string,
): Promise<readonly Row[]> {
  const view = { sort: [], search: '', filters: {} };
  const rows: Row[] = [];
  for (let offset = 0; ; offset += longestWindow) {
    const page = await backend.window({ run, table, view, offset, count: longestWindow });
    for (const { cells } of page?.rows ?? []) rows.push(cells);
    if (page === undefined || offset + longestWindow >= page.total) return rows;
  }
}
