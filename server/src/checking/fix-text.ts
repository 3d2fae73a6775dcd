/** Fixes a text with the preferred fixes of its problems. */
import { applyEdits, nonOverlapping } from '../language/edits.ts';
import type { Fix, Problem } from '../language/problem.ts';
import type { QueryContext, LanguageService, QueryView } from '../language/service.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { checkDocument, type CheckedLanguage } from './check-document.ts';
import { uncachedView } from './uncached-view.ts';
import type { FoundProblem } from './shown-problems.ts';

/** A text is checked again after its fixes were made: at most so often. */
const mostRounds = 10;

/** A text with its preferred fixes made until there are no more, and how many were made. */
export async function fixText(
  language: CheckedLanguage,
  languageId: string,
  text: string,
  context: QueryContext,
): Promise<{ readonly text: string; readonly fixed: number }> {
  let fixed = 0;
  let current = text;
  for (let round = 0; round < mostRounds; round++) {
    const document = new QueryDocument('', languageId, 1, current, language.syntax);
    const problems = await checkDocument(document, language, context);
    const fixes = fixesByBlock(document, language, problems, context);
    const next = document.blocks
      .map((block, index) =>
        applyEdits(
          block.text,
          (fixes.get(index) ?? []).flatMap(({ edits }) => edits),
        ),
      )
      .join('');
    if (next === current) break;
    fixed += [...fixes.values()].reduce((sum, { length }) => sum + length, 0);
    current = next;
  }
  return { text: current, fixed };
}

function fixesByBlock(
  { blocks, header }: QueryDocument,
  { service, syntax }: CheckedLanguage,
  fileProblems: readonly FoundProblem[],
  context: QueryContext,
): ReadonlyMap<number, readonly Fix[]> {
  const problems = Map.groupBy(fileProblems, ({ index }) => index);
  return new Map(
    Array.from(problems, ([index, ofBlock]) => {
      const view = uncachedView(blocks[index]!, header, syntax);
      return [
        index,
        preferredFixes(
          service,
          view,
          ofBlock.map(({ problem }) => problem),
          context,
        ),
      ];
    }),
  );
}

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
        .find(each => each.preferred && (kind === undefined || each.kind === kind)) ?? [],
  );
  return service.compatibleFixes?.(view, fixes, context) ?? nonOverlapping(fixes);
}
