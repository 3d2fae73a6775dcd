/** Rows of one query as values of another: references, batches, and how rows find back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  batchesOf,
  distinctValues,
  cellsOfBatch,
  columnOf,
  planChain,
} from '../../../../server/src/runs/chains/plan-requests.ts';
import { joinRows } from '../../../../server/src/runs/chains/joined-rows.ts';
import { chainOf } from '../../../../server/src/query-file/checking/references.ts';
import { createLanguages } from '../../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../../server/src/query-file/scope.ts';
import { contextOf } from '../../../support/corpus.ts';

const languages = createLanguages();
const context = contextOf();
const open = (id: string, text: string) =>
  new QueryDocument('file:///a', id, 1, text, languages.get(id)!.syntax);

const members = '### Members\n# @name members\nlist=categorymembers\ncmtitle=Category:A\n';

/** The query that the last query of a file takes its values from: its name, or the code of a problem. */
function chained(id: string, text: string): string | undefined {
  const document = open(id, text);
  const placed = document.placed(document.blocks.length - 1);
  const chain = chainOf(document, placed, () => id === 'wikiquery');
  if (chain === undefined) return undefined;
  return 'code' in chain
    ? `${chain.code}@${placed.block.text.slice(chain.span.start, chain.span.end)}`
    : `${chain.reference.query}/${chain.reference.column}`;
}

const cases: readonly [id: string, text: string, expected: string | undefined][] = [
  ['wikiquery', `${members}### Info\ntitles={{members.title}}`, 'members/title'],
  ['wikiquery', `${members}### Info\ntitles={{ members.revisions.user }}`, 'members/revisions.user'],
  ['wikiquery', `${members}### Info\ntitles={{template.title}}`, undefined],
  ['wikiquery', '### A\n# @name a\ntitles={{a.title}}', 'chain-circle@{{a.title}}'],
  [
    'wikiquery',
    '### B\n# @name b\ntitles={{c.title}}\n### C\n# @name c\ntitles={{b.title}}',
    'chain-circle@{{b.title}}',
  ],
  [
    'wikiquery',
    `${members}### Info\ntitles={{members.title}}\npageids={{members.pageid}}`,
    'chain-several@{{members.pageid}}',
  ],
  ['jql', '### R\n# @name release\nproject = A\n### Q\nkey in ({{release.key}})', 'release/key'],
  [
    'jql',
    '### R\n# @name release\nproject = A\n### Q\nkey in ({{release.Fix versions}})',
    'release/Fix versions',
  ],
  ['jql', '### Q\nkey in ({{relaese.key}})', 'unknown-query@{{relaese.key}}'],
];
for (const [id, text, expected] of cases)
  test(`${JSON.stringify(text)} → ${expected ?? 'nothing'}`, () => assert.equal(chained(id, text), expected));

describe('batches', () => {
  const values = Array.from({ length: 120 }, (_, index) => `P${index}`);
  test('hold as many values as a request takes', () =>
    assert.deepEqual(
      batchesOf(values, { values: 50, characters: 100_000 }).map(batch => batch.length),
      [50, 50, 20],
    ));
  test('are as long as a request may be; a longer value is alone', () =>
    assert.deepEqual(batchesOf(['aaaa', 'bbbb', 'x'.repeat(50), 'c'], { values: 50, characters: 20 }), [
      ['aaaa', 'bbbb'],
      ['x'.repeat(50)],
      ['c'],
    ]));
  test('have each value once, and none that no site takes', () =>
    assert.deepEqual(distinctValues(['a', 'b', 'a', ' ', 'c\u001Fd']), ['a', 'b']));
  test('their rows are told apart by the values in them', () => {
    const reference = { name: 'm.title', query: 'm', column: 'title', span: { start: 0, end: 0 } };
    assert.deepEqual(cellsOfBatch(reference, ['A']).row, { 'from m.title': 'A' });
    const { match } = cellsOfBatch(reference, ['A', 'B']);
    assert.deepEqual(match?.rows['B'], { 'from m.title': 'B' });
    assert.equal(match?.keys[0], 'title');
  });
  test('the column of the values is first, but after the title, key, id or user that is the value', () => {
    const reference = { name: 'm.title', query: 'm', column: 'title', span: { start: 0, end: 0 } };
    const keys = (matches?: readonly string[]): readonly string[] => {
      const { columns, after = [] } = cellsOfBatch(reference, ['A'], undefined, matches);
      return [...columns, { key: 'own' }, ...after].map(({ key }) => key);
    };
    assert.deepEqual(keys(), ['from m.title', 'own']);
    assert.deepEqual(keys(['parent']), ['from m.title', 'own']);
    assert.deepEqual(keys(['title']), ['own', 'from m.title']);
  });
});

/** The values of a parameter, or the JQL, of each request for some values. */
function requests(id: string, text: string, values: readonly string[]): readonly string[] | string {
  const document = open(id, text);
  const placed = document.placed(document.blocks.length - 1);
  const chain = chainOf(document, placed, () => id === 'wikiquery');
  assert(chain && !('code' in chain));
  const view = { block: placed.block, scope: new Scope(placed.block, document.header) };
  const { runner } = languages.get(id)!;
  const site = { name: 's', url: 'https://s.example.org' };
  const plan = planChain({ view, context, runner, reference: chain.reference, site }, values);
  if ('code' in plan) return plan.code;
  return plan.parts.list.map(({ request }) =>
    request.kind === 'tracker'
      ? request.jql
      : request.parameters
          .filter(([name]) => /^(titles|cmtitle)$/.test(name))
          .map(([, value]) => value)
          .join(),
  );
}

const named = (query: string): string => `${members}### Q\n${query}`;
const keys = '### R\n# @name r\nproject = A\n### Q\n';
const planned: readonly [id: string, text: string, values: readonly string[], requests: readonly string[]][] =
  [
    ['wikiquery', named('titles={{members.title}}\nprop=info'), ['A', 'B', 'A'], ['A|B']],
    ['wikiquery', named('titles={{members.title}}\nprop=info'), ['A|x', 'B&c'], ['\u001FA|x\u001FB&c']],
    ['wikiquery', named('list=categorymembers\ncmtitle={{members.title}}'), ['A', 'B'], ['A', 'B']],
    ['wikiquery', named('titles={{members.title}}\nprop=info'), [], []],
    ['jql', `${keys}key in ({{r.key}})`, ['A-1', 'A-2'], ['key in ("A-1", "A-2")']],
    ['jql', `${keys}parent = {{r.key}}`, ['A-1', 'A"2'], ['parent = "A-1"', String.raw`parent = "A\"2"`]],
  ];
for (const [id, text, values, expected] of planned)
  test(`${JSON.stringify(text)} for ${JSON.stringify(values)}`, () =>
    assert.deepEqual(requests(id, text, values), expected));

test('rows are joined by their values; several of one value become lists of what differs', () => {
  const columns = [
    { key: 'title', title: 'title', type: 'page' as const },
    { key: 'user', title: 'user', type: 'user' as const },
    { key: 'revid', title: 'revid', type: 'id' as const, hidden: true },
    { key: 'from first.id', title: 'from first.id', type: 'id' as const },
  ];
  const joined = joinRows({ query: 'm' }, { columns }, 'title', [
    { title: 'A', user: 'X', revid: 1, 'from first.id': 9 },
    { title: 'A', user: 'X', revid: 2, 'from first.id': 9 },
    { title: 'B', user: 'Y', revid: 3 },
  ]);
  assert.deepEqual(Object.fromEntries(joined.rows), {
    A: { 'from m.user': 'X', 'from m.revid': [1, 2], 'from first.id': 9 },
    B: { 'from m.user': 'Y', 'from m.revid': 3 },
  });
  assert.deepEqual(
    joined.columns.map(({ key, type, hidden = false }) => [key, type, hidden]),
    [
      ['from m.user', 'text', false],
      ['from m.revid', 'json', true],
      ['from first.id', 'id', false],
    ],
  );
});

const matched: readonly [
  id: string,
  query: string,
  matches: readonly string[] | undefined,
  isWhole: boolean,
][] = [
  ['wikiquery', 'prop=info\ntitles={{m.title}}', ['title'], false],
  ['wikiquery', 'prop=info\npageids={{m.title}}', ['pageid'], false],
  ['wikiquery', 'list=usercontribs\nucuser={{m.title}}', ['user', 'name'], false],
  ['wikiquery', 'list=users\nususers={{m.title}}', ['user', 'name'], false],
  ['jql', 'key in ({{m.title}})', ['key', 'id'], false],
  ['jql', 'parent in ({{m.title}})', ['parent'], false],
  ['jql', 'key not in ({{m.title}})', ['key', 'id'], true],
  ['jql', 'NOT (key in ({{m.title}}))', ['key', 'id'], true],
  ['jql', 'NOT key != {{m.title}}', ['key', 'id'], false],
];
for (const [id, query, matches, isWhole] of matched)
  test(`${query.split('\n').at(-1)} gives rows with the value in ${matches?.join(' or ') ?? 'any column'}`, () => {
    const document = open(id, `### M\n# @name m\n### Q\n${query}`);
    const { block } = document.placed(document.blocks.length - 1);
    const view = { block, scope: new Scope(block, document.header) };
    const limits = languages.get(id)!.runner.batch(view, context, 'm.title');
    assert.deepEqual([limits.matches, limits.isWhole ?? false], [matches, isWhole]);
  });

test('a negated condition is not made of several requests', () => {
  const jql = `${keys}key not in ({{r.key}})`;
  const some = Array.from({ length: 201 }, (_, index) => `A-${index + 1}`);
  assert.equal(requests('jql', jql, some), 'chain-negated');
  assert.equal(requests('jql', jql, some.slice(1)).length, 1);
});

test('120 titles are 3 requests of at most 50', () => {
  const values = Array.from({ length: 120 }, (_, index) => `P${index}`);
  const made = requests('wikiquery', named('titles={{members.title}}\nprop=info'), values);
  assert(typeof made !== 'string');
  assert.deepEqual(
    made.map(each => each.split('|').length),
    [50, 50, 20],
  );
});

test('a column is found by key or title, in any case', () => {
  const columns = [{ key: 'fixVersions', title: 'Fix versions', type: 'text' as const }];
  const tables = [{ id: 'issues', title: 'issues', columns }];
  for (const name of ['fixversions', 'Fix versions'])
    assert.deepEqual(columnOf(tables, name), { table: tables[0], key: 'fixVersions' });
  assert.equal(columnOf(tables, 'other'), undefined);
});

test('a column with the key is found rather than one before it with the title', () => {
  const columns = [
    { key: 'customfield_1', title: 'id', type: 'text' as const },
    { key: 'id', title: 'Identifier', type: 'text' as const },
  ];
  const tables = [{ id: 'issues', title: 'issues', columns }];
  for (const name of ['id', 'ID']) assert.equal(columnOf(tables, name)?.key, 'id');
});
