/** What a Markdown file's fences take from those above them, and problems of the fences as a whole. */
import type { Problem } from '../language/problem.ts';
import { isRunnable } from '../runbooks/file-lines.ts';
import { runbookProblems } from '../runbooks/runbook-problems.ts';
import type { Runbook } from '../runbooks/runbook.ts';

/** The headers of the queries of one fence, in their order: the text that holds for each from above it. */
export type FenceHeaders = readonly string[];

/** Returns the headers of each fence of wiki queries or JQL, in their order; `undefined` = the file only explains queries. */
export function fenceHeaders(runbook: Runbook): readonly FenceHeaders[] | undefined {
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

/** Returns the problems of the fences as a whole; `[]` for a file that only explains queries, which can show them as it likes. */
export function fenceProblems(runbook: Runbook): readonly Problem[] {
  if (!isRunnable(runbook)) return [];
  return runbookProblems(runbook).map(problem => ({ ...problem, severity: 'warning' }));
}
