import { leaf, variableLeaves } from '../language/block-outline.ts';
import type { OutlineNode, QueryView } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { outlineTitleParts } from './outline-title.ts';
import type { JqlQuery } from './syntax/nodes.ts';
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
