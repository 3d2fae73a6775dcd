import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wikiTokens } from '../../../server/src/wiki/wiki-tokens.ts';
import { read } from '../../support/wiki.ts';

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
    const actual = wikiTokens(model).map(
      ({ span, kind, deprecated }) =>
        `${text.slice(span.start, span.end)} ${kind}${deprecated ? ' deprecated' : ''}`,
    );
    assert.deepEqual(actual, expected);
  });
}
test('a variable in a value is coloured as one', () => {
  const { text, model } = read('@a = b\ntitles={{a}}');
  assert.deepEqual(
    wikiTokens(model).map(({ span, kind }) => `${text.slice(span.start, span.end)} ${kind}`),
    ['titles parameter', '{{a}} variable'],
  );
});
