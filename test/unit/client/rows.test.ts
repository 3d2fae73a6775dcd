import assert from 'node:assert/strict';
import test from 'node:test';
import { createFormat } from '../../../client/webview/cells/cell-format.ts';
import type { Json } from '../../../server/src/protocol/json.ts';
import type { ColumnType } from '../../../server/src/protocol/run.ts';
import { parseFilter } from '../../../client/webview/rows/filter.ts';
import { Store } from '../../../client/webview/rows/store.ts';
import { viewOf } from '../../../client/webview/rows/view.ts';

const format = createFormat({ locale: 'en', timeZone: 'UTC', now: () => 0, htmlText: html => html });

const filters: readonly (readonly [
  typed: string,
  type: ColumnType,
  value: Json | undefined,
  passes: boolean,
])[] = [
  ['harb', 'text', 'The Harbour', true],
  ['harb', 'text', 'The Quay', false],
  ['!harb', 'text', 'The Quay', true],
  ['!', 'text', 'what!', true],
  ['>100', 'number', 101, true],
  ['>100', 'number', 100, false],
  ['>= 1,000', 'number', 1000, true],
  ['<5', 'number', -3, true],
  ['<5', 'number', undefined, false],
  ['=7', 'id', 7, true],
  ['10..20', 'size', 15, true],
  ['10..20', 'size', 21, false],
  ['1234', 'number', 1234567, true],
  ['>2026-01', 'date', '2026-01-15T14:56:00Z', true],
  ['<2026', 'date', '2026-01-15T14:56:00Z', false],
  ['2026-01-15..2026-01-16', 'date', '2026-01-15T14:56:00Z', true],
  ['>100', 'text', 'a >100 b', true],
  ['>x', 'number', 5, false],
  ['true', 'boolean', true, true],
  ['10', 'namespace', 10, true],
  ['templ', 'namespace', 10, true],
  ['q42', 'json', { id: 'Q42' }, true],
];

for (const [typed, type, value, passes] of filters)
  test(`the filter ${typed} on ${type} ${passes ? 'lets through' : 'stops'} ${JSON.stringify(value) ?? 'an empty cell'}`, () =>
    assert.equal(parseFilter(typed, type)?.(value, format(value, type).text), passes));

test('an empty filter filters nothing', () => assert.equal(parseFilter('  ', 'text'), undefined));

const header = {
  id: 'pages',
  title: 'pages',
  columns: [
    { key: 'title', title: 'title', type: 'page' },
    { key: 'size', title: 'size', type: 'size' },
  ],
} as const;

const filled = (): Store => {
  const store = new Store(header);
  store.put(header, 0, [
    { title: 'Page 10', size: 5 },
    { title: 'Page 9' },
    { title: 'page 11', size: 900 },
    { size: 7 },
  ]);
  return store;
};
const view = (
  sort: { column: string; descending: boolean } | undefined,
  search = '',
  typed: readonly [string, string][] = [],
) => viewOf(filled(), { sort, search, filters: new Map(typed) }, format);

test('rows keep their order', () => assert.deepEqual(view(undefined), [0, 1, 2, 3]));
test('texts sort by their numbers', () =>
  assert.deepEqual(view({ column: 'title', descending: false }), [1, 0, 2, 3]));
test('empty cells come last upwards', () =>
  assert.deepEqual(view({ column: 'size', descending: false }), [0, 3, 2, 1]));
test('empty cells come last downwards', () =>
  assert.deepEqual(view({ column: 'size', descending: true }), [2, 3, 0, 1]));
test('a search looks in every column', () => assert.deepEqual(view(undefined, '900'), [2]));
test('filters of several columns hold together', () =>
  assert.deepEqual(
    view(undefined, '', [
      ['title', '1'],
      ['size', '>100'],
    ]),
    [2],
  ));

test('rows at a known place are replaced, further ones added', () => {
  const store = filled();
  assert.equal(store.put(header, 3, [{ title: 'new' }, { title: 'last' }]), false);
  assert.deepEqual(store.rows.slice(3), [{ title: 'new' }, { title: 'last' }]);
});

test('a further column is noticed', () => {
  const wider = {
    ...header,
    columns: [...header.columns, { key: 'ns', title: 'ns', type: 'namespace' }],
  } as const;
  assert.equal(filled().put(wider, 4, []), true);
});

test('a column named like a property of every object is empty where a row lacks it', () => {
  const column = { key: 'constructor', title: 'constructor', type: 'text' } as const;
  assert.equal(filled().value(0, column), undefined);
});
