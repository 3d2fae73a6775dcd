/** How the rows of a batch find back to the values that they were requested by. */
import type { Row } from '../protocol/json.ts';
import type { AddedCells } from '../remote/remote.ts';
import { columnFrom, type JoinedRows, nothingJoined } from './joined-rows.ts';
import type { Reference } from './references.ts';

/** Columns in which a row can have the value that it was requested by. */
const usualKeys: readonly string[] = ['key', 'title', 'name', 'user', 'pageid', 'revid', 'id'];

/**
 * The cells that tell from which value a row of a batch is, and those of the row that had the value.
 *
 * @param matches columns in which rows have the value, where that is known
 */
export function cellsOfBatch(
  { name, column }: Reference,
  batch: readonly string[],
  { columns: joined, rows: cells }: JoinedRows = nothingJoined,
  matches?: readonly string[],
): AddedCells {
  const key = columnFrom(name);
  const columns = [{ key, title: key, type: 'text' as const }];
  const added = { columns, after: joined, isForResults: true };
  const [only = ''] = batch;
  const rowOf = (value: string): Row => ({ [key]: value, ...cells.get(value) });
  if (batch.length === 1) return { ...added, row: rowOf(only) };
  const rows = Object.fromEntries(batch.map(value => [value, rowOf(value)]));
  return { ...added, match: { keys: matches ?? [...new Set([column, ...usualKeys])], rows } };
}
