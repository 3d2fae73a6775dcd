import { commentRuns } from '../language/comment-folds.ts';
import { leaf, variableLeaves } from '../language/outline-nodes.ts';
import type { OutlineNode, QueryView } from '../language/service.ts';
import { growing, type Span, touches } from '../language/span.ts';
import { outlineTitleParts } from './outline-title.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { allParts, partsAt } from './syntax/walk.ts';
import { termsOf } from './syntax/terms.ts';

/** One node for the query with its variables and terms; none for a block without any of them. */
export function outlineJql({ block }: QueryView, query: JqlQuery): OutlineNode[] {
  const written = ({ start, end }: Span): string => block.text.slice(start, end);
  const variables = variableLeaves(block);
  const terms = termsOf(query).flatMap(({ term }) =>
    term.field.kind === 'missing'
      ? []
      : [
          leaf(
            written(term.field.span),
            written({ start: term.field.span.end, end: term.span.end }).trim(),
            'field',
            term.span,
            term.field.span,
          ),
        ],
  );
  const { orderBy } = query;
  const sorts = orderBy
    ? [
        leaf(
          written(orderBy.keywords),
          written({ start: orderBy.keywords.end, end: orderBy.span.end }).trim(),
          'keyword',
          orderBy.span,
          orderBy.keywords,
        ),
      ]
    : [];
  const children = [...variables, ...terms, ...sorts];
  if (!block.separated && block.body === undefined) return variables;
  return [{ ...outlineTitleParts(block), kind: 'title', children }];
}

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
  return growing(spans);
}
