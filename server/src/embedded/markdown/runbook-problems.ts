import { maxRunbookLength } from './fences.ts';
import type { Runbook } from './runbook.ts';
import type { Problem } from '#shared/base/text/problem.ts';

/** More queries are not run. */
const maxQueries = 1000;

/** Returns the problems of a runbook as a whole, in the order of the file; spans are of the file. */
export function runbookProblems({
  text,
  fences,
  strayMarkers,
  queries,
  overfull,
}: Runbook): readonly Problem[] {
  if (text.length > maxRunbookLength)
    return [problem('runbook-too-long', { start: 0, end: 0 }, { most: maxRunbookLength / 1_000_000 })];
  const names = new Set<string>();
  const twice = queries.flatMap(({ name }): readonly Problem[] => {
    if (name === undefined) return [];
    const key = name.text.toLowerCase();
    if (names.has(key)) return [problem('duplicate-name', name.span, { name: name.text })];
    names.add(key);
    return [];
  });
  const open = fences.flatMap(({ isClosed, opening, result }): readonly Problem[] => [
    ...(isClosed ? [] : [problem('unclosed-fence', opening)]),
    ...(result && !result.isClosed ? [problem('unclosed-result', result.span)] : []),
  ]);
  const isUnclosed = fences.some(({ result }) => result?.isClosed === false);
  const strays = isUnclosed ? [] : strayMarkers.map(span => problem('stray-result', span));
  const last = queries[maxQueries];
  const many = last ? [problem('too-many-queries', last.fence.opening, { most: maxQueries })] : [];
  const much = overfull ? [problem('too-many-definitions', overfull.opening)] : [];
  return [...twice, ...open, ...strays, ...many, ...much].toSorted(
    (one, other) => one.span.start - other.span.start,
  );
}

const problem = (code: string, span: Problem['span'], args: Problem['arguments'] = {}): Problem => ({
  code,
  severity: 'error',
  span,
  arguments: args,
});
