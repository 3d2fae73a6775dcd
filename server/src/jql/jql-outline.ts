/** The outline of a query. */
import { leaf, variableLeaves } from '../query-file/language/block-outline.ts';
import type { OutlineNode, QueryView } from '../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { termsOf } from './syntax/walk.ts';
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
