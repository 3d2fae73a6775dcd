import { queryTitle } from '../common/queries/query-title.ts';
import { leaf, variableLeaves } from '../language/outline-nodes.ts';
import type { OutlineNode, QueryView } from '../language/service.ts';
import type { WikiModel } from './model.ts';

/** One node for the query, with its variables and parameters as children; none for a block without them. */
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
