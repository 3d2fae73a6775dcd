import type { QueryView } from '../../language/service.ts';
import { QueryBlock } from '../../queryfile/block.ts';
import { Scope } from '../../queryfile/scope.ts';
import type { WikiModel } from '../model.ts';
import type { WikiQuery } from '../nodes.ts';
import { parseWikiQuery } from '../parser.ts';
import type { NamePlace } from './completion-place.ts';

const freeText: ReadonlySet<string | readonly string[]> = new Set(['string', 'title', 'user']);

/**
 * A body of one line is a URL only once it contains `&name=`. While that first name is typed, the body is read as if its
 * `=` stood there already. `undefined` where nothing of the kind is going on: `AT&T` in a free text is not a name.
 */
export function draftOfUrl(
  { block, scope }: QueryView,
  model: WikiModel,
  offset: number,
): { query: WikiQuery; place: NamePlace } | undefined {
  const [node, ...more] = model.query.parameters;
  const parameter = node && model.binding(node)?.parameter;
  if (parameter === undefined || more.length > 0 || freeText.has(parameter.type)) return undefined;
  if (node?.equals === undefined || offset !== node.span.end) return undefined;
  const typed = /&([A-Za-z][\w-]*)?$/.exec(block.text.slice(node.equals.end, offset));
  if (typed === null) return undefined;
  const name = typed[1] ?? '';
  const draft = block.text.slice(0, offset) + (name === '' ? 'x=' : '=') + block.text.slice(offset);
  const query = parseWikiQuery(new Scope(new QueryBlock(draft), scope.header));
  if (query.form !== 'url') return undefined;
  const others = query.parameters.slice(0, -1);
  return {
    query: { ...query, parameters: others },
    place: { kind: 'name', span: { start: offset - name.length, end: offset }, lead: '' },
  };
}
