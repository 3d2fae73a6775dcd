import type { Problem } from '../language/problem.ts';
import { plainSyntax } from '../queryfile/query-document.ts';
import { isRunnable } from '../runbooks/file-lines.ts';
import { runbookProblems } from '../runbooks/runbook-problems.ts';
import { Runbook } from '../runbooks/runbook.ts';

/** What holds for each query of one fence from above it, in their order. */
export type FenceHeaders = readonly string[];

/** By the fences of wiki queries and JQL in their order; `undefined` = the file only explains queries. */
export function fenceHeaders(source: string): readonly FenceHeaders[] | undefined {
  const runbook = new Runbook('', source, () => plainSyntax);
  if (!isRunnable(runbook)) return undefined;
  const byFence = Map.groupBy(runbook.queries, ({ fence }) => fence);
  return runbook.fences
    .filter(({ language }) => language !== 'sql')
    .map(fence =>
      (byFence.get(fence) ?? []).flatMap(query =>
        query.language === 'sql' ? [] : (query.header?.block.text ?? ''),
      ),
    );
}

/** What is wrong with the fences as a whole; a file that only explains queries can show them as it likes. */
export function fenceProblems(source: string): readonly Problem[] {
  const runbook = new Runbook('', source, () => plainSyntax);
  if (!isRunnable(runbook)) return [];
  return runbookProblems(runbook).map(problem => ({ ...problem, severity: 'warning' }));
}
