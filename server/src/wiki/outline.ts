import { leaf, variableLeaves } from '../language/outline.ts';
import type { OutlineNode, QueryView } from '../language/service.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode } from './nodes.ts';

/** One node for the query with its variables and parameters in it; none for a block without any of them. */
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
  const first = model.query.parameters[0];
  const title = block.title ?? block.directives.find(({ key }) => key.text === 'name')?.value;
  const named = title !== undefined && title.text !== '';
  const nameSpan = named ? title.span : (first?.span ?? { start: 0, end: firstLineEnd(block) });
  return {
    name: (named ? title.text : firstLine(first)) || '###',
    detail: modules,
    kind: 'title',
    span: {
      start: named ? 0 : Math.min(nameSpan.start, children[0]?.span.start ?? nameSpan.start),
      end: text.trimEnd().length,
    },
    nameSpan,
    children,
  };
}

const firstLine = (node: ParameterNode | undefined): string =>
  node === undefined
    ? ''
    : node.value === undefined
      ? node.name.text
      : `${node.name.text}=${node.value.text}`;

const firstLineEnd = ({ lines }: QueryView['block']): number => lines[0]?.end ?? 0;
