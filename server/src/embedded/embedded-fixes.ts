import type { CheckedLanguage } from '../checking/check-document.ts';
import type { MadeFixes } from '../checking/checked-text.ts';
import { preferredFixes } from '../checking/preferred-fixes.ts';
import type { QueryContext } from '../language/service.ts';
import type { EmbeddedDocument, EmbeddedProblem } from './embedded-document.ts';
import { fixableViewOf } from './embedded-problems.ts';

/**
 * The preferred fixes of the problems of one query that can be written in the host: all at once, else the first that can. What
 * is left is found again when these are made.
 */
export function preferredHostFixes(
  document: EmbeddedDocument,
  index: number,
  problems: readonly EmbeddedProblem[],
  language: CheckedLanguage,
  context: QueryContext,
): MadeFixes {
  const view = fixableViewOf(document.queries[index]!, language);
  const found = problems.map(({ problem }) => problem);
  const fixes = found.length === 0 ? [] : preferredFixes(language.service, view, found, context);
  const together = document.written(
    index,
    fixes.flatMap(({ edits }) => edits),
  );
  if (together !== undefined) return { edits: together, count: fixes.length };
  for (const { edits } of fixes) {
    const written = document.written(index, edits);
    if (written !== undefined) return { edits: written, count: 1 };
  }
  return { edits: [], count: 0 };
}
