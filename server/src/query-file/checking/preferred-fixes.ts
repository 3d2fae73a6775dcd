import { nonOverlapping } from '#shared/base/text/edits.ts';
import type { Fix, Problem } from '#shared/base/text/problem.ts';
import type { LanguageService, QueryContext, QueryView } from '../language/language-service.ts';

/** The preferred fixes of the problems of a query, of one kind or of all, as far as they can be made together. */
export function preferredFixes(
  service: LanguageService,
  view: QueryView,
  problems: readonly Problem[],
  context: QueryContext,
  kind?: string,
): readonly Fix[] {
  const fixes = problems.flatMap(
    problem =>
      service
        .fixes(view, problem, context)
        .find(candidate => candidate.preferred && (kind === undefined || candidate.kind === kind)) ?? [],
  );
  return service.compatibleFixes?.(view, fixes, context) ?? nonOverlapping(fixes);
}
