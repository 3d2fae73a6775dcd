import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '../../../server/src/language/problem.ts';
import type { OutlineNode } from '../../../server/src/language/service.ts';
import type { Span } from '../../../server/src/language/span.ts';
import { formatPreamble } from '../../../server/src/queryfile/format.ts';
import { formatWiki } from '../../../server/src/wiki/format.ts';
import { wikiInlays } from '../../../server/src/wiki/inlays.ts';
import { wikiLinks } from '../../../server/src/wiki/links.ts';
import { WikiModel } from '../../../server/src/wiki/model.ts';
import { outlineWiki } from '../../../server/src/wiki/outline.ts';
import { parseWikiQuery } from '../../../server/src/wiki/parser.ts';
import { foldsOf, selectionOf } from '../../../server/src/wiki/folding.ts';
import { wikiTokens } from '../../../server/src/wiki/semantic-tokens.ts';
import { context, knowledge, view } from '../../support/wiki.ts';

const read = (text: string) => {
  const query = view(`${text}¦`);
  return {
    query,
    text: query.block.text,
    model: new WikiModel(parseWikiQuery(query.scope), knowledge.catalogue),
  };
};
const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );
const formatted = (text: string): string => {
  const { query, model } = read(text);
  return applied(query.block.text, [...formatPreamble(query.block), ...formatWiki(query, model.query)]);
};

const formats: [text: string, expected: string][] = [
  ['  list = allpages  ', 'list=allpages'],
  ['list=allpages\n&aplimit=5', 'list=allpages\naplimit=5'],
  ['rvprop=ids\n|  user\n      |comment', 'rvprop=ids\n  |  user\n  |comment'],
  ['redirects  ', 'redirects'],
  ['titles = AT&T #1 ', 'titles=AT&T #1'],
  ['###   Title  \n#@limit   5\n@a   =   b  ', '### Title\n# @limit 5\n@a = b'],
  ['a=1\n\n\n\nb=2', 'a=1\n\nb=2'],
  ['a=1\n   \nb=2', 'a=1\n\nb=2'],
  ['?list = a%20b &x=1', '?list = a%20b &x=1'],
  ['titles=', 'titles='],
  ['#  a comment kept   ', '#  a comment kept'],
];
for (const [text, expected] of formats) {
  test(`formats ${JSON.stringify(text)}`, () => {
    assert.equal(formatted(text), expected);
    assert.equal(formatted(expected), expected, 'twice is once');
  });
}

const brief = ({ name, detail, children }: OutlineNode): unknown => [name, detail, ...children.map(brief)];
test('the outline has the query with its modules, variables and parameters', () => {
  const { query, model } = read('### Members\n@cat = X\nlist=categorymembers|search\ncmtitle={{cat}}');
  assert.deepEqual(outlineWiki(query, model).map(brief), [
    [
      'Members',
      'categorymembers, search',
      ['@cat', 'X'],
      ['list', 'categorymembers|search'],
      ['cmtitle', 'X'],
    ],
  ]);
});
test('a query without a title is called by its first line', () => {
  const { query, model } = read('list=allpages\naplimit=5');
  assert.equal(outlineWiki(query, model)[0]!.name, 'list=allpages');
});

const texts = (text: string, spans: readonly Span[]) => spans.map(({ start, end }) => text.slice(start, end));
test('folds values over several lines and runs of comments', () => {
  const { query, model, text } = read('# a\n# b\nlist=allpages\nprop=info\n  |links\n# c');
  assert.deepEqual(texts(text, foldsOf(query, model)), ['prop=info\n  |links', '# a\n# b', '# c']);
});

const selections: [marked: string, ...expected: string[]][] = [
  ['list=allpages\ncmprop=ids|ti¦tle', 'ids|title', 'cmprop=ids|title', 'list=allpages\ncmprop=ids|title'],
  [
    'list=categorymembers\ncmprop=ids|ti¦tle',
    'title',
    'ids|title',
    'cmprop=ids|title',
    'list=categorymembers\ncmprop=ids|title',
  ],
  ['li¦st=allpages', 'list', 'list=allpages'],
];
for (const [marked, ...expected] of selections) {
  test(`selects outwards from ${JSON.stringify(marked)}`, () => {
    const query = view(marked);
    const model = new WikiModel(parseWikiQuery(query.scope), knowledge.catalogue);
    assert.deepEqual(texts(query.block.text, selectionOf(query, model, query.offset)), expected);
  });
}

const tokens: [text: string, ...expected: string[]][] = [
  ['list=allpages|deletedrevs', 'list parameter', 'allpages module', 'deletedrevs module deprecated'],
  [
    'list=allpages\napnamespace=0\nbogus=1',
    'list parameter',
    'allpages module',
    'apnamespace parameter',
    '0 number',
  ],
  [
    'list=recentchanges\nrcstart=now\nrctype=new',
    'list parameter',
    'recentchanges module',
    'rcstart parameter',
    'now date',
    'rctype parameter',
    'new value',
  ],
  ['prop=links\npllimit=5', 'prop parameter', 'links module', 'pllimit parameter', '5 number'],
];
for (const [text, ...expected] of tokens) {
  test(`colours ${JSON.stringify(text)} by meaning`, () => {
    const { model } = read(text);
    const found = wikiTokens(model).map(
      ({ span, kind, deprecated }) =>
        `${text.slice(span.start, span.end)} ${kind}${deprecated ? ' deprecated' : ''}`,
    );
    assert.deepEqual(found, expected);
  });
}
test('a variable in a value is coloured as one', () => {
  const { text, model } = read('@a = b\ntitles={{a}}');
  assert.deepEqual(
    wikiTokens(model).map(({ span, kind }) => `${text.slice(span.start, span.end)} ${kind}`),
    ['titles parameter', '{{a}} variable'],
  );
});

const inlays: [text: string, ...expected: string[]][] = [
  ['list=allpages', 'aplimit=10'],
  ['list=allpages\naplimit=5\napnamespace=10', 'Template'],
  ['generator=allpages', 'gaplimit=10'],
  ['list=recentchanges\nrclimit=5\nrcstart=20240115', '23 Aug 1970, 06:15 UTC'],
  ['list=recentchanges\nrclimit=5\nrcstart=20240115000000', '15 Jan 2024 UTC'],
  ['list=recentchanges\nrclimit=5\nrcstart=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrclimit=5\nrcnamespace=0|1', '(Main)', 'Talk'],
];
for (const [text, ...expected] of inlays) {
  test(`hints in ${JSON.stringify(text)}: ${expected.join(', ') || 'none'}`, () => {
    const { model } = read(text);
    assert.deepEqual(
      wikiInlays(model, knowledge.texts, context, key => key).map(({ label }) => label),
      expected,
    );
  });
}

test('the hint at a timestamp has the whole date in its tooltip', () => {
  const { model } = read('list=recentchanges\nrclimit=5\nrcstart=20240115');
  assert.deepEqual(
    wikiInlays(model, knowledge.texts, context, (key, values) => `${key}: ${String(values?.['date'])}`).map(
      ({ tooltip }) => tooltip,
    ),
    ['timestamp: Sunday, 23 August 1970, 06:15:15 UTC'],
  );
});

test('page titles link to the query’s site', () => {
  const { query, model } = read('list=categorymembers\ncmtitle=Category:A B');
  assert.deepEqual(
    wikiLinks(query, model, context, key => key).map(({ url }) => url),
    ['https://en.wikipedia.org/w/index.php?title=Category%3AA_B'],
  );
  const elsewhere = read('# @site nowhere\ntitles=A');
  assert.deepEqual(
    wikiLinks(elsewhere.query, elsewhere.model, context, key => key),
    [],
  );
});
