import { commentRuns } from '../language/block-outline.ts';
import type { QueryView } from '../language/service.ts';
import { nestedSpans, type Span, touches } from '../language/span.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { allParts, partsAt } from './syntax/walk.ts';

/** Parentheses over several lines, and several comments one below the other. */
export function foldsOfJql({ block }: QueryView, query: JqlQuery): Span[] {
  const folds = commentRuns(block);
  for (const part of allParts(query)) {
    const folding = part.kind === 'group' || part.kind === 'list';
    if (folding && /[\r\n]/.test(block.text.slice(part.span.start, part.span.end))) folds.push(part.span);
  }
  return folds;
}

/** From the word over its term and the clauses around it to the body. */
export function selectionOfJql({ block }: QueryView, query: JqlQuery, offset: number): Span[] {
  const spans = partsAt(query, offset)
    .filter(({ kind }) => kind !== 'missing')
    .map(({ span }) => span)
    .toReversed();
  if (block.body && touches(block.body, offset)) spans.push(block.body);
  return nestedSpans(spans);
}
