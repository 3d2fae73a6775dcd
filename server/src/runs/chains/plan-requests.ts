/** A query whose values are the rows of another: from those rows to the requests to make. */
import { findColumn } from '#shared/base/tables/table-columns.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { RunParts, RunPart, RunRequest, AddedCells } from '#shared/protocol/request.ts';
import type { Runner, BatchLimits } from '../../query-file/language/runner.ts';
import { type JoinedRows, columnFrom, nothingJoined } from './joined-rows.ts';
import type { Reference } from '../../query-file/checking/references.ts';
import { canBeBound } from '../../query-file/bound-values.ts';
import type { Row } from '#shared/protocol/json.ts';

/** A column of a stored table. */
export interface SourceColumn {
  readonly table: TableHeader;
  readonly key: string;
}

/** The column that a reference names, in the first table that has it; `undefined` = none has. */
export function columnOf(tables: readonly TableHeader[], name: string): SourceColumn | undefined {
  for (const table of tables) {
    const column = findColumn(name, table.columns);
    if (column) return { table, key: column.key };
  }
  return undefined;
}

/** A query that uses another query's rows, with everything that its requests are made from. */
export interface ChainedQuery {
  readonly view: QueryView;
  readonly context: QueryContext;
  readonly runner: Pick<Runner, 'prepare' | 'batch'>;
  readonly reference: Reference;
  readonly site: RunPart['site'];
}

export interface ChainPlan {
  readonly parts: RunParts;
  /** The query as the first request has it. */
  readonly view: QueryView;
  /** The first request; for an empty list of values, a request without parameters. */
  readonly request: RunRequest['request'];
}

/** The requests for the values of a column: each value is asked for once. A problem as of `prepare`. */
export function planChain(
  { view, context, runner, reference, site }: ChainedQuery,
  values: Iterable<string>,
  joined?: JoinedRows,
): ChainPlan | Problem {
  const list: RunPart[] = [];
  const limits = runner.batch(view, context, reference.name);
  let first: QueryView | undefined;
  const distinct = distinctValues(values);
  const batches = batchesOf(distinct, limits);
  if (limits.isWhole === true && batches.length > 1) return negatedProblem(reference, distinct.length);
  for (const batch of batches) {
    const boundValues = new Map([...view.scope.boundValues, [reference.name, { items: batch }]]);
    const bound = { block: view.block, scope: view.scope.with(boundValues) };
    first ??= bound;
    const request = runner.prepare(bound, context);
    if ('code' in request) return request;
    list.push({ site, request, added: cellsOfBatch(reference, batch, joined, limits.matches) });
  }
  const nothing = { kind: 'wiki', parameters: [], post: false } as const;
  return {
    parts: { list, areIndependent: false },
    view: first ?? view,
    request: list[0]?.request ?? nothing,
  };
}

const negatedProblem = ({ name, query, column, span }: Reference, count: number): Problem => ({
  code: 'chain-negated',
  severity: 'error',
  span,
  arguments: { name, query, column, count },
});

/** Chains of more requests than these are only made when the user agrees. */
export const maxUnconfirmedRequests = 50;

/** The values to make requests for: each once, without those that no site accepts. */
export const distinctValues = (values: Iterable<string>): readonly string[] =>
  [...new Set(values)].filter(value => value.trim() !== '' && canBeBound(value));

/** Splits values into batches within the limits, in their order; a value that is too long is a batch by itself. */
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
 * The cells that tell from which value a row of a batch is, and those of the row that had the value. The column of the
 * values is the first one, or the first after the row's own where these have the values.
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
  const values = [{ key, title: key, type: 'text' as const }];
  const isOwn = matches?.some(match => usualKeys.includes(match)) === true;
  const places = isOwn ? { columns: [], after: [...values, ...joined] } : { columns: values, after: joined };
  const added = { ...places, isForResults: true };
  const [only = ''] = batch;
  const rowOf = (value: string): Row => ({ [key]: value, ...cells.get(value) });
  if (batch.length === 1) return { ...added, row: rowOf(only) };
  const rows = Object.fromEntries(batch.map(value => [value, rowOf(value)]));
  return { ...added, match: { keys: matches ?? [...new Set([column, ...usualKeys])], rows } };
}
