import { commentRuns } from '../query-file/language/block-outline.ts';
import type { QueryView } from '../query-file/language/language-service.ts';
import { type Span, touches, nestedSpans } from '#shared/base/text/span.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { allParts, partsAt } from './syntax/walk.ts';

/** Returns the folding ranges: parentheses over several lines, and consecutive comments. */
export function foldsOfJql({ block }: QueryView, query: JqlQuery): Span[] {
  const folds = commentRuns(block);
  for (const part of allParts(query)) {
    const folding = part.kind === 'group' || part.kind === 'list';
    if (folding && /[\r\n]/.test(block.text.slice(part.span.start, part.span.end))) folds.push(part.span);
  }
  return folds;
}

/** Returns growing selections: the word, its term, the clauses around it, the body. */
export function selectionOfJql({ block }: QueryView, query: JqlQuery, offset: number): Span[] {
  const spans = partsAt(query, offset)
    .filter(({ kind }) => kind !== 'missing')
    .map(({ span }) => span)
    .toReversed();
  if (block.body && touches(block.body, offset)) spans.push(block.body);
  return nestedSpans(spans);
}
