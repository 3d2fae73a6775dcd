import type { QueryView } from '../language/service.ts';
import { type Span, touches } from '../language/span.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode } from './nodes.ts';
import { multipleValues } from './values.ts';

/** A parameter over several lines, and several comments one below the other. */
export function foldsOf({ block }: QueryView, model: WikiModel): Span[] {
  const folds = model.query.parameters
    .filter(({ span }) => /[\r\n]/.test(block.text.slice(span.start, span.end)))
    .map(({ span }) => span);
  let run: Span | undefined;
  for (const line of block.lines) {
    const comment = line.kind === 'comment';
    if (comment) run = { start: run?.start ?? line.start, end: line.end };
    if (run && !comment) folds.push(run);
    if (!comment) run = undefined;
  }
  return run ? [...folds, run] : folds;
}

/** From one value of several over the whole value and the parameter to the body. */
export function selectionOf({ block }: QueryView, model: WikiModel, offset: number): Span[] {
  const node = model.query.parameters.find(({ span }) => touches(span, offset));
  const spans = node ? [...insideOf(node, model, offset), node.span] : [];
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (spans.length === 0 && line) spans.push({ start: line.start, end: line.end });
  if (block.body && touches(block.body, offset)) spans.push(block.body);
  return spans.filter((span, index) => index === 0 || holds(span, spans[index - 1]!));
}

function insideOf(node: ParameterNode, model: WikiModel, offset: number): Span[] {
  if (touches(node.name.span, offset)) return [node.name.span];
  if (node.value === undefined || !touches(node.value.span, offset)) return [];
  const multi = model.binding(node)?.parameter.multi ?? false;
  const values = multi ? multipleValues(node.value) : [];
  const value = values.find(({ span }) => touches(span, offset));
  return [...(value ? [value.span] : []), node.value.span];
}

/** True where the outer span is larger than the inner one and holds it. */
const holds = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
