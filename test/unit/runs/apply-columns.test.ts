import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyColumns } from '../../../server/src/runs/apply-directives.ts';
import { view } from '../../support/wiki.ts';

const table = (...keys: string[]) => ({
  id: 't',
  title: 't',
  columns: keys.map(key => ({ key, title: key, type: 'text' as const })),
});
const shown = (text: string, ...keys: string[]) =>
  applyColumns(table(...keys), view(`${text}¦`))
    .columns.map(({ key, hidden }) => (hidden ? `(${key})` : key))
    .join(' ');

const cases: [directive: string, columns: string, expected: string][] = [
  ['list=allpages', 'a b c', 'a b c'],
  ['# @columns c, a', 'a b c', 'c a (b)'],
  ['# @columns b', 'a b c', 'b (a) (c)'],
  ['# @columns x', 'a b c', 'a b c'],
  ['# @columns x,,b ', 'a b c', 'b (a) (c)'],
];
for (const [directive, columns, expected] of cases) {
  test(`${directive}: ${columns} shows ${expected}`, () =>
    assert.equal(shown(directive, ...columns.split(' ')), expected));
}
