import type { Fix } from '../../language/problem.ts';
import { argument, fix, replaced, type FixContext } from './fix-context.ts';

/** Takes a field out of the order, with the comma beside it; the last one takes ORDER BY along. */
export function fixSort(subject: FixContext): readonly Fix[] {
  const { query, problem } = subject;
  const sorts = query.orderBy?.sorts ?? [];
  const index = sorts.findIndex(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  const sort = sorts[index];
  if (query.orderBy === undefined || sort === undefined) return [];
  const [before, after] = [sorts[index - 1], sorts[index + 1]];
  const span =
    before !== undefined
      ? { start: before.span.end, end: sort.span.end }
      : after !== undefined
        ? { start: sort.span.start, end: after.span.start }
        : query.orderBy.span;
  const name = argument(subject, 'field') ?? '';
  return fix('sort', 'fix.remove', { name }, replaced(span, ''), problem.code === 'duplicate-sort');
}
