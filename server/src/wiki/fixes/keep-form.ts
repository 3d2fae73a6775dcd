import type { Edit } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import { QueryBlock } from '../../query-file/block.ts';
import { Scope } from '../../query-file/scope.ts';
import type { WikiQuery } from '../wiki-nodes.ts';
import { parseWikiQuery } from '../wiki-parser.ts';
import type { Edits } from './query-editor.ts';

/** The text after edits that do not overlap. */
export const textAfterEdits = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start || b.span.end - a.span.end)
    .reduce((done, { span, newText }) => done.slice(0, span.start) + newText + done.slice(span.end), text);

/** The query of a text that replaces a block. */
export const parseBlockText = ({ scope }: QueryView, text: string): WikiQuery =>
  parseWikiQuery(new Scope(new QueryBlock(text), scope.header));

/**
 * Edits after which lines are still lines and a URL is still a URL, if necessary with a `?` in front. Only a short body can
 * change its form: a URL is recognized by its first line, or by `&name=` in its only one.
 *
 * @returns undefined if the edits overlap, or if lines would become a URL
 */
export function preserveForm(view: QueryView, query: WikiQuery, edits: readonly Edit[]): Edits {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  if (sorted.some(({ span }, index) => span.start < (sorted[index - 1]?.span.end ?? 0))) return undefined;
  if (query.parameters.length > maxChangingFixes) return edits;
  const after = parseBlockText(view, textAfterEdits(view.block.text, edits));
  if (after.form === query.form || after.parameters.length === 0) return edits;
  return query.form === 'url' ? withQuestionMark(sorted, query.parameters[0]!.span.start) : undefined;
}

const maxChangingFixes = 4;

function withQuestionMark(edits: readonly Edit[], at: number): readonly Edit[] {
  const first = edits.find(({ span }) => span.start === at);
  if (first === undefined) return [{ span: { start: at, end: at }, newText: '?' }, ...edits];
  return edits.map(edit => (edit === first ? { ...edit, newText: `?${edit.newText}` } : edit));
}
