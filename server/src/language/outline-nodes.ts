import type { QueryBlock } from '../queryfile/block.ts';
import type { OutlineNode } from './service.ts';
import type { Span } from './span.ts';

/** A node of the outline that holds no others. */
export const leaf = (
  name: string,
  detail: string,
  kind: OutlineNode['kind'],
  span: Span,
  nameSpan: Span,
): OutlineNode => ({ name, detail, kind, span, nameSpan, children: [] });

/** A leaf for each variable that a block defines. */
export const variableLeaves = ({ variables }: QueryBlock): OutlineNode[] =>
  variables.map(({ span, name, value }) => leaf(`@${name.text}`, value.text, 'variable', span, name.span));
