/**
 * Counts how often people use each module, parameter and value of the wiki's API and each field, operator, function,
 * value and keyword of JQL, and writes the catalogues `usage.json`: `npm run usage:count -- [folder]`. Counted are the
 * collected queries of one half of the owners, and those in `wiki.jsonl` and `jql.jsonl` of the folder, lines of
 * `{ "query", "from" }`, of the same half. In those a word with `⟨⟩` in it stands for something computed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import usualValues from '../../server/catalogue/jql/values.json' with { type: 'json' };
import { parseJql } from '../../server/src/jql/syntax/parser.ts';
import { allParts } from '../../server/src/jql/syntax/walk.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../server/src/wiki/parser.ts';
import { multipleValues } from '../../server/src/wiki/values/list.ts';
import { type CorpusName, ownerOf, readCorpus, viewOf } from '../support/corpus.ts';
import { isCounted } from '../support/corpus-split.ts';
import { inRoot } from '../support/paths.ts';
import { knowledge as jqlKnowledge } from '../support/jql.ts';
import { type CountTree, UsageTally } from '../support/tally.ts';
import { knowledge } from '../support/wiki.ts';

const source = v.object({ query: v.string(), from: v.string() });
type Source = v.InferOutput<typeof source>;

const folder = process.argv[2];

function queriesOf(name: CorpusName): Source[] {
  const file = folder === undefined ? '' : path.join(folder, `${name}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const wide = lines.map(line => v.parse(source, JSON.parse(line)));
  const seen = new Set<string>();
  return [...readCorpus(name), ...wide].filter(({ query, from }) => {
    const key = `${ownerOf(from)} ${query.toLowerCase().replaceAll(/\s+/g, ' ')}`;
    return isCounted(from) && !seen.has(key) && seen.add(key);
  });
}

const isComputed = (text: string): boolean => /[⟨⟩]/.test(text);

/** The fields whose values are much the same at every tracker; those of the others are somebody's own. */
const withUsualValues = new Set(Object.keys(usualValues).map(name => name.toLowerCase()));

/** What stands in front of a parenthesis in a program's own line is no function of JQL. */
const isFunctionName = (name: string): boolean => /^[A-Za-z]+$/.test(name);

function countWiki(tally: UsageTally, { query, from }: Source): void {
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

function countJql(tally: UsageTally, { query, from }: Source): void {
  const parsed = parseJql(viewOf('jql', query).scope);
  if (parsed.errors.length > 0) return;
  const owner = ownerOf(from);
  const add = (...keys: readonly string[]) => {
    if (!keys.some(isComputed)) tally.add(owner, ...keys);
  };
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
    if (part.operator.kind === 'operator') add('operators', field.toLowerCase(), part.operator.name);
    const { operand } = part;
    const single = operand ? [operand] : [];
    for (const each of operand?.kind === 'list' ? operand.items : single) {
      if (each.kind === 'value' && withUsualValues.has(field.toLowerCase()))
        add('values', field.toLowerCase(), each.text);
      if (each.kind === 'function' && isFunctionName(each.name.text))
        add('functionsOf', field.toLowerCase(), each.name.text);
    }
  }
  if (parsed.orderBy) add('keywords', 'order by');
}

/** Names that differ in nothing but capitals are one, in the form that is most frequent. */
function foldCase(counts: CountTree): CountTree {
  const forms = new Map<string, { name: string; best: number; sum: number }>();
  for (const [name, count] of Object.entries(counts)) {
    if (typeof count !== 'number') continue;
    const form = forms.get(name.toLowerCase());
    if (form === undefined) forms.set(name.toLowerCase(), { name, best: count, sum: count });
    else form.sum += count;
  }
  return Object.fromEntries(
    [...forms.values()].toSorted((a, b) => b.sum - a.sum).map(({ name, sum }) => [name, sum]),
  );
}

function write(file: string, from: string, counts: CountTree): void {
  writeFileSync(
    inRoot('server/catalogue', file),
    `${JSON.stringify({ source: from, ...counts }, null, 1)}\n`,
  );
}

const sourceOf = (name: CorpusName, all: readonly Source[]): string =>
  `${all.length} ${name === 'wiki' ? 'requests' : 'queries'} of ${new Set(all.map(({ from }) => ownerOf(from))).size} ` +
  'owners of public code and documentation, an owner counted ten times at most for one thing; ' +
  'see test/tools/count-usage.ts';

/** A name that is not built in must be in use at several owners; so must a value: else it is somebody's own. */
function isKept([kind = '', name = '']: readonly string[], owners: number): boolean {
  if (owners > 1 || kind === 'keywords' || kind === 'functions' || kind === 'functionsOf') return true;
  return kind !== 'values' && jqlKnowledge.catalogue.field(name) !== undefined;
}

const wiki = queriesOf('wiki');
const wikiTally = new UsageTally();
for (const each of wiki) countWiki(wikiTally, each);
write(
  'wiki/usage.json',
  sourceOf('wiki', wiki),
  wikiTally.toObject(() => true),
);

const jql = queriesOf('jql');
const jqlTally = new UsageTally();
for (const each of jql) countJql(jqlTally, each);
const counts = jqlTally.toObject(isKept);
const branchOf = (tree: CountTree, name: string): CountTree => {
  const branch = tree[name];
  return typeof branch === 'object' ? branch : {};
};
for (const kind of ['fields', 'sorts', 'functions']) counts[kind] = foldCase(branchOf(counts, kind));
for (const kind of ['values', 'functionsOf']) {
  const byField = branchOf(counts, kind);
  for (const field of Object.keys(byField)) byField[field] = foldCase(branchOf(byField, field));
}
write('jql/usage.json', sourceOf('jql', jql), counts);
console.log(sourceOf('wiki', wiki));
console.log(sourceOf('jql', jql));
