/** The values of a column of stored rows. */
import type { Json } from '../protocol/json.ts';
import { longestWindow } from '../protocol/results.ts';
import type { Remote } from '../remote/remote.ts';
import type { FoundColumn } from './plan.ts';

/** The texts of a column of a run, row by row; a list gives each of its items. */
export async function columnValues(
  remote: Pick<Remote, 'window'>,
  run: string,
  { table, key }: FoundColumn,
): Promise<readonly string[]> {
  const view = { sort: [], search: '', filters: {} };
  const values: string[] = [];
  for (let offset = 0; ; offset += longestWindow) {
    const found = await remote.window({ run, table, view, offset, count: longestWindow });
    for (const { cells } of found?.rows ?? []) values.push(...textsOf(cells[key]));
    if (found === undefined || offset + longestWindow >= found.total) return values;
  }
}

function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
