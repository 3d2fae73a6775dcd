/** The outline, the folding ranges and the selection ranges of a wiki query. */
import { queryTitle } from '#shared/base/queries/query-title.ts';
import { leaf, variableLeaves, commentRuns } from '../query-file/language/block-outline.ts';
import type { OutlineNode, QueryView } from '../query-file/language/language-service.ts';
import type { WikiModel } from './model.ts';
import { nestedSpans, type Span, touches } from '#shared/base/text/span.ts';
import type { ParameterNode } from './wiki-nodes.ts';
import { multipleValues } from './values/value-list.ts';

/**
 * The outline of a block: one node for the query, with its variables and parameters as children; none for a block
 * without them.
 */
export function outlineWiki({ block }: QueryView, model: WikiModel): OutlineNode[] {
  const variables = variableLeaves(block);
  const parameters = model.query.parameters
    .filter(node => node.name.text !== '')
    .map(node => leaf(node.name.text, node.value?.text ?? '', 'parameter', node.span, node.name.span));
  if (block.body === undefined)
    return block.separated ? [titleNode(block.text, model, block, variables)] : variables;
  return [titleNode(block.text, model, block, [...variables, ...parameters])];
}

function titleNode(
  text: string,
  model: WikiModel,
  block: QueryView['block'],
  children: readonly OutlineNode[],
): OutlineNode {
  const modules = model.active.flatMap(({ module, at }) => (at ? [module.name] : [])).join(', ');
  const title = queryTitle(block);
  const nameSpan = title?.span ?? { start: 0, end: firstLineEnd(block) };
  return {
    name: title?.text || '###',
    detail: modules,
    kind: 'title',
    span: {
      start: block.separated ? 0 : Math.min(nameSpan.start, children[0]?.span.start ?? nameSpan.start),
      end: text.trimEnd().length,
    },
    nameSpan,
    children,
  };
}

const firstLineEnd = ({ lines }: QueryView['block']): number => lines[0]?.end ?? 0;

/** A parameter over several lines, and several comments one below the other. */
export function foldsOf({ block }: QueryView, model: WikiModel): Span[] {
  const folds = model.query.parameters
    .filter(({ span }) => /[\r\n]/.test(block.text.slice(span.start, span.end)))
    .map(({ span }) => span);
  return [...folds, ...commentRuns(block)];
}

/** The selection ranges around an offset: one value of a list, the whole value, the parameter, the body. */
export function selectionOf({ block }: QueryView, model: WikiModel, offset: number): Span[] {
  const node = model.query.parameters.find(({ span }) => touches(span, offset));
  const spans = node ? [...insideOf(node, model, offset), node.span] : [];
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (spans.length === 0 && line) spans.push({ start: line.start, end: line.end });
  if (block.body && touches(block.body, offset)) spans.push(block.body);
  return nestedSpans(spans);
}

function insideOf(node: ParameterNode, model: WikiModel, offset: number): Span[] {
  if (touches(node.name.span, offset)) return [node.name.span];
  if (node.value === undefined || !touches(node.value.span, offset)) return [];
  const multi = model.binding(node)?.parameter.multi ?? false;
  const values = multi ? multipleValues(node.value) : [];
  const value = values.find(({ span }) => touches(span, offset));
  return [...(value ? [value.span] : []), node.value.span];
}
