import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { readNamespaces } from '../../../server/src/wiki/catalogue/namespaces.ts';
import { WikiSites } from '../../../server/src/wiki/catalogue/wiki-sites.ts';
import { knowledge } from '../../support/wiki.ts';

const pageimages = {
  name: 'pageimages',
  path: 'query+pageimages',
  group: 'prop',
  prefix: 'pi',
  parameters: [{ index: 1, name: 'limit', type: 'limit', default: 1, min: 1, max: 50, highmax: 100 }],
};
const description = (paraminfo: unknown, namespaces: unknown = {}, aliases: unknown = []) => ({
  paraminfo,
  namespaces,
  aliases,
});
const siteOf = (namespaces: unknown, aliases: unknown = []) => {
  const sites = new WikiSites(knowledge);
  sites.learn(
    'x',
    description({ paraminfo: { helpformat: 'none', modules: [pageimages] } }, namespaces, aliases),
  );
  return sites.of('x');
};

test('a wiki that has not described itself is judged by the built-in catalogue', () => {
  assert.equal(new WikiSites(knowledge).of('x').catalogue, knowledge.catalogue);
});

test('a wiki’s own modules are known beside the built-in ones', () => {
  const { catalogue } = siteOf(null);
  assert.equal(catalogue.module('pageimages')?.prefix, 'pi');
  assert.ok(catalogue.modules('prop').some(module => module.name === 'pageimages'));
  assert.ok(catalogue.modules('list').some(module => module.name === 'allpages'));
});

test('a wiki’s own names of namespaces are used', () => {
  const { texts, facts } = siteOf(
    { 0: { id: 0, name: '' }, 14: { id: 14, name: 'Kategorie', canonical: 'Category' } },
    [{ id: 14, alias: 'Kat' }],
  );
  assert.equal(texts.namespace(14), 'Kategorie');
  assert.equal(texts.namespace(0), '(Main)');
  assert.equal(texts.namespace(10), undefined, 'a namespace that this wiki has not');
  assert.deepEqual(facts.namespaces?.get(14), ['Kategorie', 'Category', 'Kat']);
});

/** Names that could begin another query or hide what they are. */
const hostile = ['a\n### b', 'a\rb', 'a\u2028b', 'a\u0000b', 'a\u202Eb', 'a\u200Bb', 'a\u3164'];

test('a name that cannot be seen whole is not learned', () => {
  const sites = new WikiSites(knowledge);
  const [limit] = pageimages.parameters;
  const modules = [
    {
      ...pageimages,
      parameters: [
        limit,
        { index: 2, name: 'kind', type: ['plain', ...hostile], default: hostile[0] },
        ...hostile.map((name, index) => ({ index: index + 3, name, type: 'string' })),
      ],
    },
    ...hostile.map(name => ({ ...pageimages, name, path: `query+${name}` })),
  ];
  const namespaces = Object.fromEntries(hostile.map((name, id) => [id + 100, { id: id + 100, name }]));
  const aliases = [...hostile, 'Kat'].map(alias => ({ id: 14, alias }));
  sites.learn('x', {
    paraminfo: { paraminfo: { modules } },
    namespaces: { ...namespaces, 14: { id: 14, name: 'Kategorie' } },
    aliases,
  });
  const { catalogue, facts } = sites.of('x');
  const siteModule = catalogue.module('pageimages')!;
  assert.deepEqual(
    siteModule.parameters.map(({ name }) => name),
    ['limit', 'kind'],
  );
  assert.deepEqual(
    [siteModule.parameter('kind')?.type, siteModule.parameter('kind')?.default],
    [['plain'], undefined],
  );
  for (const name of hostile) assert.equal(catalogue.module(name), undefined);
  assert.deepEqual([...(facts.namespaces ?? [])], [[14, ['Kategorie', 'Kat']]]);
});

test('data of another shape changes nothing and is named', () => {
  const sites = new WikiSites(knowledge);
  assert.throws(() => sites.learn('x', description({ error: 1 })), CatalogueError);
  assert.equal(sites.of('x').catalogue, knowledge.catalogue);
});

test('settings that changed make what a site described void', () => {
  const sites = new WikiSites(knowledge);
  sites.learn('x', description({ paraminfo: { helpformat: 'none', modules: [pageimages] } }));
  sites.forget();
  assert.equal(sites.of('x').catalogue, knowledge.catalogue);
});

const shapes: [name: string, namespaces: unknown, ids: number[]][] = [
  ['format version 1', { 0: { id: 0, '*': '' }, 1: { id: 1, canonical: 'Talk', '*': 'Talk' } }, [0, 1]],
  ['nothing', null, []],
  ['text', 'x', []],
  [
    'entries of other shapes',
    { a: 1, b: null, c: { id: '0', name: 'x' }, d: { id: 2 }, e: { id: 3, name: 'ok' } },
    [3],
  ],
];
for (const [name, namespaces, ids] of shapes) {
  test(`namespaces from ${name}`, () => assert.deepEqual([...readNamespaces(namespaces, null).keys()], ids));
}

const numbered = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `N${id}` }));

test('too many namespaces, or aliases, are an error: none is left out silently', () => {
  assert.equal(readNamespaces(numbered(1000), null).size, 1000);
  assert.throws(() => readNamespaces(numbered(1001), null), CatalogueError);
  const aliases = Array.from({ length: 10_001 }, (_, at) => ({ id: 1, alias: `A${at}` }));
  assert.equal(readNamespaces(numbered(2), aliases.slice(1)).get(1)?.length, 10_001);
  assert.throws(() => readNamespaces(numbered(2), aliases), CatalogueError);
});
