/** Knows which lists of values may be longer than one request takes: a run sends them in several. */
import type { Parameter } from './catalogue/module.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode, ValueNode } from './wiki-nodes.ts';
import { multipleValues } from './values/value-list.ts';

/** How many values every account may send in a list, and accounts with the right to high limits. */
const usual = { low: 50, high: 500 };

/** Longer lists are not split: they are a mistake, or belong into a query whose rows are used. */
const maxRequests = 1000;

/** A list that a run sends in several requests. */
export interface SplitList {
  readonly node: ParameterNode;
  readonly values: readonly ValueNode[];
  /** The values of one request. */
  readonly most: number;
  readonly requests: number;
}

/** How many values of a parameter one request takes. */
export function mostValues({ lowLimit, highLimit }: Parameter, hasHighLimits: boolean): number {
  const low = lowLimit ?? usual.low;
  return hasHighLimits ? Math.max(low, highLimit ?? usual.high) : low;
}

/** The parameters whose values are the rows, so that each value is answered for by itself, by module. */
const rowLists: ReadonlyMap<string, readonly string[]> = new Map([
  ['query', ['titles', 'pageids', 'revids']],
  ['users', ['users', 'userids']],
  ['globalusers', ['users', 'centralids']],
]);

/**
 * The list of a query that is too long for one request and whose parts, one after the other, give the same rows;
 * `undefined` = none. There is no such list where a query also lists something else, which each request would repeat.
 */
export function splitList(model: WikiModel, hasHighLimits: boolean): SplitList | undefined {
  const named = model.active.filter(({ at }) => at !== undefined);
  const others = named.filter(({ role, module }) => role !== 'prop' && !rowLists.has(module.name));
  if (others.length > 0 || model.node('generator')) return undefined;
  const long = model.query.parameters.flatMap(node => {
    const binding = model.node(node.name.text) === node ? model.binding(node) : undefined;
    if (!binding?.parameter.multi || node.value === undefined || binding.parameter.submodules.size > 0)
      return [];
    const values = multipleValues(node.value);
    const most = mostValues(binding.parameter, hasHighLimits);
    const isOfRows = rowLists.get(binding.active.module.name)?.includes(binding.parameter.name) === true;
    return values.length > most ? [{ node, values, most, isOfRows, owner: binding.active }] : [];
  });
  const [list] = long;
  const lists = named.filter(({ role }) => role === 'list');
  if (list === undefined || long.length > 1 || !list.isOfRows) return undefined;
  const isAlone = lists.length === 0 || (named.length === 1 && list.owner === lists[0]);
  if (!isAlone) return undefined;
  const requests = Math.ceil(list.values.length / list.most);
  return requests > maxRequests
    ? undefined
    : { node: list.node, values: list.values, most: list.most, requests };
}

/** The values of each request, as the request has them. */
export function splitValues({ values, most, requests }: SplitList): readonly string[] {
  const texts = values.map(({ text }) => text);
  const separator = texts.some(text => text.includes('|')) ? '\u001F' : '|';
  const front = separator === '|' ? '' : separator;
  return Array.from({ length: requests }, (_, index) =>
    front.concat(texts.slice(index * most, (index + 1) * most).join(separator)),
  );
}
