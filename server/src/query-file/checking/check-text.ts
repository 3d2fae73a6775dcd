/** Checks, fixes and formats the text of a query file. */
import { referenceFixes } from './source-columns.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { Edit, Fix } from '#shared/base/text/problem.ts';
import type { QueryBlock } from '../block.ts';
import type { QueryContext, QueryView } from '../language/language-service.ts';
import { QueryDocument } from '../query-document.ts';
import { labelledQueries } from '../query-names.ts';
import { checkDocument, type CheckedLanguage } from './check-document.ts';
import {
  type CheckedText,
  type FixedText,
  fixUntilStable,
  type MadeFixes,
  type TextProblem,
} from './checked-text.ts';
import { preferredFixes } from './fix-preference.ts';
import { uncachedView } from './uncached-view.ts';
import type { FoundProblem } from './shown-problems.ts';

/** Returns a query file with its preferred fixes made until there are no more, and how many were made. */
export const fixText = (
  language: CheckedLanguage,
  languageId: string,
  text: string,
  context: QueryContext,
): FixedText => fixUntilStable(text, current => checkText(language, languageId, current, context));

/** Checks the text of a query file. */
export function checkText(
  language: CheckedLanguage,
  languageId: string,
  text: string,
  context: QueryContext,
): CheckedText {
  const { service, syntax, wording } = language;
  const document = new QueryDocument('', languageId, 1, text, syntax);
  const blockProblems = checkDocument(document, language, context);
  const queries = labelledQueries(document);
  const labels = new Map(queries.map(({ index, label }) => [index, label]));
  const starts = blockStarts(document);
  // One view for all problems of a query, which come one after another: what its fixes need to know is kept with the view.
  let latest: { readonly index: number; readonly view: QueryView } | undefined;
  const viewOf = (index: number): QueryView => {
    if (latest?.index !== index)
      latest = { index, view: uncachedView(document.blocks[index]!, document.header, syntax) };
    return latest.view;
  };
  const inText = (index: number, edit: Edit): Edit => ({ ...edit, span: shifted(edit.span, starts[index]!) });
  const problems = blockProblems.map(({ index, problem }): TextProblem => ({
    query: labels.get(index) ?? '',
    problem,
    span: shifted(problem.span, starts[index]!),
    wording,
    fixes: () =>
      [...service.fixes(viewOf(index), problem, context), ...referenceFixes(problem)].map((fix): Fix => ({
        ...fix,
        edits: fix.edits.map(edit => inText(index, edit)),
      })),
  }));
  return {
    queries: queries.map(({ label }) => label),
    problems,
    preferredFixes: (): MadeFixes => {
      const byQuery: ReadonlyMap<number, readonly FoundProblem[]> = Map.groupBy(
        blockProblems,
        ({ index }) => index,
      );
      const fixes = Array.from(byQuery, ([index, ofQuery]) =>
        preferredFixes(
          service,
          viewOf(index),
          ofQuery.map(({ problem }) => problem),
          context,
        ).map(({ edits }) => edits.map(edit => inText(index, edit))),
      ).flat();
      return { edits: fixes.flat(), count: fixes.length };
    },
  };
}

/** Returns the text of a query file in its canonical form; a query that is too long to be read stays as it is. */
export function formatText(
  { service, syntax }: CheckedLanguage,
  languageId: string,
  text: string,
  context: QueryContext,
): string {
  const document = new QueryDocument('', languageId, 1, text, syntax);
  const formatted = (block: QueryBlock): string => {
    if (!block.isReadable) return block.text;
    const view = uncachedView(block, document.header, syntax);
    return applyEdits(block.text, service.format(view, context));
  };
  return document.blocks.map(formatted).join('');
}

/** Returns the offsets in a document's text at which its blocks begin. */
export function blockStarts({ blocks }: QueryDocument): readonly number[] {
  let start = 0;
  return blocks.map(({ text }) => {
    const ownStart = start;
    start += text.length;
    return ownStart;
  });
}

const shifted = ({ start, end }: TextProblem['span'], by: number): TextProblem['span'] => ({
  start: start + by,
  end: end + by,
});
