/** How the values of a column are spread over requests, and how their rows find back to them. */
import { canBeGiven } from '../queryfile/given.ts';
import type { Row } from '../protocol/json.ts';
import type { AddedCells } from '../remote/remote.ts';
import type { BatchLimits } from '../runners/runner.ts';
import { columnFrom, type JoinedRows, nothingJoined } from './joined-rows.ts';
import type { Reference } from './references.ts';

/** The values that requests are made for: each once, without those that no site takes. */
export const distinctValues = (values: Iterable<string>): readonly string[] =>
  [...new Set(values)].filter(value => value.trim() !== '' && canBeGiven(value));

/** Values in batches within the limits, in their order; one that is too long is alone. */
export function batchesOf(
  values: readonly string[],
  { values: most, characters: longest }: BatchLimits,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = 0;
  for (const value of values) {
    const last = batches.at(-1);
    length += value.length + between;
    if (last !== undefined && last.length < most && length <= longest) last.push(value);
    else {
      batches.push([value]);
      length = value.length + between;
    }
  }
  return batches;
}

/** Characters of quotes and a separator. */
const between = 4;

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
