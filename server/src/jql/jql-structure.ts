/** The outline, the folding ranges and the selection ranges of a query. */
import { commentRuns, leaf, variableLeaves } from '../query-file/language/block-outline.ts';
import type { OutlineNode, QueryView } from '../query-file/language/language-service.ts';
import { nestedSpans, type Span, touches } from '#shared/base/text/span.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { allParts, partsAt, termsOf } from './syntax/walk.ts';
import { queryTitle } from '#shared/base/queries/query-title.ts';
import type { QueryBlock } from '../query-file/block.ts';

/** Returns one node for the query with its variables and terms; none for a block without any of them. */
export function outlineJql({ block }: QueryView, query: JqlQuery): OutlineNode[] {
  const textOf = ({ start, end }: Span): string => block.text.slice(start, end);
  const variables = variableLeaves(block);
  const terms = termsOf(query).flatMap(({ term }) =>
    term.field.kind === 'missing'
      ? []
      : [
          leaf(
            textOf(term.field.span),
            textOf({ start: term.field.span.end, end: term.span.end }).trim(),
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
          textOf(orderBy.keywords),
          textOf({ start: orderBy.keywords.end, end: orderBy.span.end }).trim(),
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

/** Returns the name and the span of a query's node in the outline: its title, its name, or its first line. */
function outlineTitleParts(block: QueryBlock): Pick<OutlineNode, 'name' | 'detail' | 'span' | 'nameSpan'> {
  const { text, body, lines } = block;
  const title = queryTitle(block);
  const first = lines[0]!;
  const nameSpan = title?.span ?? { start: first.start, end: first.end };
  const start = block.separated
    ? 0
    : Math.min(
        nameSpan.start,
        body?.start ?? nameSpan.start,
        block.variables[0]?.span.start ?? nameSpan.start,
      );
  return {
    name: title?.text || '###',
    detail: '',
    span: { start, end: Math.max(text.trimEnd().length, nameSpan.end) },
    nameSpan,
  };
}

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
