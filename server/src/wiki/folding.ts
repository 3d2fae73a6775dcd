import { commentRuns } from '../language/comment-folds.ts';
import type { QueryView } from '../language/service.ts';
import { growing, type Span, touches } from '../language/span.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode } from './nodes.ts';
import { multipleValues } from './values/list.ts';

/** A parameter over several lines, and several comments one below the other. */
export function foldsOf({ block }: QueryView, model: WikiModel): Span[] {
  const folds = model.query.parameters
    .filter(({ span }) => /[\r\n]/.test(block.text.slice(span.start, span.end)))
    .map(({ span }) => span);
  return [...folds, ...commentRuns(block)];
}

/** From one value of several over the whole value and the parameter to the body. */
export function selectionOf({ block }: QueryView, model: WikiModel, offset: number): Span[] {
  const node = model.query.parameters.find(({ span }) => touches(span, offset));
  const spans = node ? [...insideOf(node, model, offset), node.span] : [];
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (spans.length === 0 && line) spans.push({ start: line.start, end: line.end });
  if (block.body && touches(block.body, offset)) spans.push(block.body);
  return growing(spans);
}

function insideOf(node: ParameterNode, model: WikiModel, offset: number): Span[] {
  if (touches(node.name.span, offset)) return [node.name.span];
  if (node.value === undefined || !touches(node.value.span, offset)) return [];
  const multi = model.binding(node)?.parameter.multi ?? false;
  const values = multi ? multipleValues(node.value) : [];
  const value = values.find(({ span }) => touches(span, offset));
  return [...(value ? [value.span] : []), node.value.span];
}
