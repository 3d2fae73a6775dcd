import { applyEdits } from '../language/apply-edits.ts';
import type { Fix } from '../language/problem.ts';
import type { QueryContext } from '../language/service.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { checkDocument } from './check-document.ts';
import type { CheckedLanguage } from './checked-language.ts';
import { preferredFixes } from './preferred-fixes.ts';
import { uncachedView } from './readable.ts';
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
    const found = await checkDocument(document, language, context);
    const fixes = fixesByBlock(document, language, found, context);
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
  found: readonly FoundProblem[],
  context: QueryContext,
): ReadonlyMap<number, readonly Fix[]> {
  const problems = Map.groupBy(found, ({ index }) => index);
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
