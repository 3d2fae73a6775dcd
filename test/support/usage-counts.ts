/**
 * Counts the uses of each module, parameter and value of the wiki's API and of each field, operator, function, value
 * and keyword of JQL. In a query a word with `⟨⟩` in it stands for a computed value.
 */
import usualValues from '../../server/catalogue/jql/values.json' with { type: 'json' };
import type { JqlCounts } from '../../server/src/jql/catalogue/usage.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { allParts } from '../../server/src/jql/syntax/walk.ts';
import type { WikiCounts } from '../../server/src/wiki/catalogue/wiki-usage.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../server/src/wiki/wiki-parser.ts';
import { multipleValues } from '../../server/src/wiki/values/value-list.ts';
import { ownerOf, viewOf } from './corpus.ts';
import { knowledge as jqlKnowledge } from './jql.ts';
import { type CountTree, UsageTally } from './tally.ts';
import { knowledge } from './wiki.ts';

/** A query with its public address. */
export interface CountedQuery {
  readonly query: string;
  readonly from: string;
}

const isComputed = (text: string): boolean => /[⟨⟩]/.test(text);

/** The usual values of fields whose values are similar at every tracker; the values of other fields are private. */
const usualValuesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(usualValues.values).map(([name, values]) => [
    name.toLowerCase(),
    new Set(values.map(value => value.toLowerCase())),
  ]),
);

/** Whether a word before a parenthesis can be a function of JQL, and not code of the program around it. */
const isFunctionName = (name: string): boolean => /^[A-Za-z]+$/.test(name);

function tallyWiki(tally: UsageTally, { query, from }: CountedQuery): void {
  const model = new WikiModel(parseWikiQuery(viewOf('wiki', query).scope), knowledge.catalogue);
  const owner = ownerOf(from);
  tally.add(owner, 'requests');
  for (const { module, role } of model.active)
    if (module.group !== undefined && role !== 'main') tally.add(owner, 'modules', role, module.name);
  for (const node of model.query.parameters) {
    const binding = model.binding(node);
    if (binding === undefined) continue;
    const { parameter, active } = binding;
    tally.add(owner, 'parameters', active.module.name, parameter.name);
    if (node.value === undefined || parameter.submodules.size > 0) continue;
    const isFree = parameter.type === 'string' || parameter.type === 'title' || parameter.type === 'user';
    if (isFree || parameter.type === 'boolean' || parameter.type === 'timestamp') continue;
    const values = parameter.multi ? multipleValues(node.value).map(({ text }) => text) : [node.value.text];
    for (const value of values)
      if (value !== '' && !isComputed(value))
        tally.add(owner, 'values', active.module.name, parameter.name, value);
  }
}

function tallyJql(tally: UsageTally, { query, from }: CountedQuery): void {
  const parsed = parseJql(viewOf('jql', query).scope);
  if (parsed.errors.length > 0) return;
  const owner = ownerOf(from);
  const add = (...keys: readonly string[]) => {
    if (!keys.some(isComputed)) tally.add(owner, ...keys);
  };
  const fields = new Set<string>();
  for (const part of allParts(parsed)) {
    if (part.kind === 'and' || part.kind === 'or') add('keywords', part.kind);
    if (part.kind === 'not') add('keywords', 'not');
    if (part.kind === 'empty') add('keywords', query.slice(part.span.start, part.span.end).toLowerCase());
    if (part.kind === 'predicate') add('keywords', part.name);
    if (part.kind === 'function' && isFunctionName(part.name.text)) add('functions', part.name.text);
    if (part.kind === 'sort' && part.field.kind === 'field') {
      add('sorts', part.field.name);
      if (part.direction) add('keywords', part.direction.name);
    }
    if (part.kind !== 'term' || part.field.kind !== 'field') continue;
    const field = part.field.name;
    add('fields', field);
    fields.add((jqlKnowledge.catalogue.field(field)?.name ?? field).toLowerCase());
    if (part.operator.kind === 'operator') add('operators', field.toLowerCase(), part.operator.name);
    const { operand } = part;
    const single = operand ? [operand] : [];
    for (const each of operand?.kind === 'list' ? operand.items : single) {
      if (each.kind === 'value' && usualValuesOf.has(field.toLowerCase()))
        add('values', field.toLowerCase(), each.text);
      if (each.kind === 'function' && isFunctionName(each.name.text))
        add('functionsOf', field.toLowerCase(), each.name.text);
    }
  }
  for (const one of fields) for (const other of fields) if (one !== other) add('together', one, other);
  if (parsed.orderBy) add('keywords', 'order by');
}

/** Merges names that differ only in case, in their most frequent form. */
function foldCase(counts: CountTree): CountTree {
  const forms = new Map<string, { name: string; sum: number }>();
  for (const [name, count] of Object.entries(counts)) {
    if (typeof count !== 'number') continue;
    const form = forms.get(name.toLowerCase());
    if (form === undefined) forms.set(name.toLowerCase(), { name, sum: count });
    else form.sum += count;
  }
  return Object.fromEntries(
    [...forms.values()].toSorted((a, b) => b.sum - a.sum).map(({ name, sum }) => [name, sum]),
  );
}

const isField = (text: string): boolean => jqlKnowledge.catalogue.field(text) !== undefined;

/** The minimum number of owners of a value that Jira does not have by default. */
const minOwners = 3;

/** Whether a name or value is counted: if it is not built in, several owners must use it, otherwise it is private. */
function isKept([kind = '', name = '', other = '']: readonly string[], owners: number): boolean {
  if (kind === 'values' && usualValuesOf.get(name)?.has(other.toLowerCase()) !== true)
    return owners >= minOwners;
  if (owners > 1 || kind === 'keywords' || kind === 'functions' || kind === 'functionsOf') return true;
  if (kind === 'together') return isField(name) && isField(other);
  return kind !== 'values' && isField(name);
}

const branchOf = (tree: CountTree, name: string): CountTree => {
  const branch = tree[name];
  return typeof branch === 'object' ? branch : {};
};

type Counts = Record<string, number>;
const countsOf = (tree: CountTree): Counts =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, count]) => (typeof count === 'number' ? [[name, count]] : [])),
  );
const tableOf = (tree: CountTree): Record<string, Counts> =>
  Object.fromEntries(Object.keys(tree).map(name => [name, countsOf(branchOf(tree, name))]));

/** The counts of JQL queries. */
export function countJql(queries: readonly CountedQuery[]): JqlCounts & { readonly keywords: Counts } {
  const tally = new UsageTally();
  for (const each of queries) tallyJql(tally, each);
  const counts = tally.toObject(isKept);
  const folded = (name: string): Counts => countsOf(foldCase(branchOf(counts, name)));
  const foldedByField = (name: string): Record<string, Counts> => {
    const byField = branchOf(counts, name);
    return Object.fromEntries(
      Object.keys(byField).map(field => [field, countsOf(foldCase(branchOf(byField, field)))]),
    );
  };
  return {
    keywords: countsOf(branchOf(counts, 'keywords')),
    fields: folded('fields'),
    sorts: folded('sorts'),
    functions: folded('functions'),
    operators: tableOf(branchOf(counts, 'operators')),
    values: foldedByField('values'),
    functionsOf: foldedByField('functionsOf'),
    together: tableOf(branchOf(counts, 'together')),
  };
}

/** The counts of requests to a wiki. */
export function countWiki(requests: readonly CountedQuery[]): WikiCounts {
  const tally = new UsageTally();
  for (const each of requests) tallyWiki(tally, each);
  const counts = tally.toObject(() => true);
  const values = branchOf(counts, 'values');
  return {
    requests: typeof counts['requests'] === 'number' ? counts['requests'] : 0,
    modules: tableOf(branchOf(counts, 'modules')),
    parameters: tableOf(branchOf(counts, 'parameters')),
    values: Object.fromEntries(
      Object.keys(values).map(module => [module, tableOf(branchOf(values, module))]),
    ),
  };
}
