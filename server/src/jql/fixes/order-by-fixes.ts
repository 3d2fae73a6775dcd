import type { Fix } from '../../language/problem.ts';
import { argument, fix, replaced, type FixContext } from './fix-context.ts';

/** Takes a field out of the order, with the comma beside it; the last one takes ORDER BY along. */
export function fixSort(context: FixContext): readonly Fix[] {
  const { query, problem } = context;
  const sorts = query.orderBy?.sorts ?? [];
  const index = sorts.findIndex(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  const sort = sorts[index];
  if (query.orderBy === undefined || sort === undefined) return [];
  const [before, after] = [sorts[index - 1], sorts[index + 1]];
  let span = query.orderBy.span;
  if (before !== undefined) span = { start: before.span.end, end: sort.span.end };
  else if (after !== undefined) span = { start: sort.span.start, end: after.span.start };
  const name = argument(context, 'field') ?? '';
  return fix('sort', 'fix.remove', { name }, replaced(span, ''), problem.code === 'duplicate-sort');
}
