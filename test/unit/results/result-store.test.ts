/** The stored rows of results, in a real SQLite. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { View } from '#shared/protocol/results.ts';
import type { Column, ColumnType, TableHeader } from '#shared/protocol/run.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';

const headerOf = (...columns: readonly (readonly [key: string, type: ColumnType])[]): TableHeader => ({
  id: 'pages',
  title: 'Pages',
  columns: columns.map(([key, type]): Column => ({ key, title: key, type })),
});
const storeOf = (table: TableHeader, rows: readonly Row[]): ResultStore => {
  const store = new ResultStore();
  store.put('run', { table, offset: 0, rows });
  return store;
};
const whole: View = { sort: [], search: '', filters: {} };
const table = { run: 'run', table: 'pages' };
const windowOf = (store: ResultStore, view: Partial<View> = {}, offset = 0, count = 1000) =>
  store.window({ ...table, view: { ...whole, ...view }, offset, count });
const placesOf = (store: ResultStore, view: Partial<View>) =>
  windowOf(store, view)?.rows.map(({ row }) => row);
const by = (column: string, descending = false) => ({ column, descending });

const filters: readonly (readonly [
  typed: string,
  type: ColumnType,
  value: Json | undefined,
  passes: boolean,
])[] = [
  ['harb', 'text', 'The Harbour', true],
  ['harb', 'text', 'The Quay', false],
  ['!harb', 'text', 'The Quay', true],
  ['!harb', 'text', undefined, true],
  ['!', 'text', 'what!', true],
  ['ÜBER', 'text', 'Über den Fluss', true],
  ['>100', 'number', 101, true],
  ['>100', 'number', 100, false],
  ['>100', 'number', 'many', false],
  ['!>100', 'number', undefined, true],
  ['>= 1,000', 'number', 1000, true],
  ['<5', 'number', -3, true],
  ['<5', 'number', undefined, false],
  ['=7', 'id', 7, true],
  ['10..20', 'size', 15, true],
  ['10..20', 'size', 21, false],
  ['1234', 'number', 1234567, true],
  ['1,234', 'number', 1234567, true],
  ['>2026-01', 'date', '2026-01-15T14:56:00Z', true],
  ['<2026', 'date', '2026-01-15T14:56:00Z', false],
  ['2026-01-15..2026-01-16', 'date', '2026-01-15T14:56:00Z', true],
  ['>2026-01', 'date', '2026-01-15T14:56:00.000+0200', true],
  ['>2026-01', 'date', 'infinity', false],
  ['>100', 'text', 'a >100 b', true],
  ['>x', 'number', 5, false],
  ['true', 'boolean', true, true],
  ['10', 'namespace', 10, true],
  ['templ', 'namespace', 10, true],
  ['bold word', 'html', 'a <b title="x">bold</b> word', true],
  ['fish & chips', 'html', '<i>fish</i> &amp; chips', true],
  ['bold', 'html', 'B<i>o</i>ld', true],
  ['bold', 'html', '<b>lobd</b>', false],
  ['bold', 'html', '&#98;old', true],
  ['=b', 'html', '&#98;', true],
  ['&', 'html', 'a &amp; b', true],
  ['été', 'html', '<b>É</b>té', true],
  ['q42', 'json', { id: 'Q42' }, true],
  ["' OR 1=1 --", 'text', 'anything', false],
  ['=open', 'text', 'Open', true],
  ['=open', 'text', 'Reopened', false],
  ['=ÜBER', 'text', 'Über', true],
  ['!=Open', 'text', 'Open', false],
  ['!=Open', 'text', undefined, true],
  ['=', 'text', undefined, true],
  ['=', 'text', '', true],
  ['=', 'json', [], true],
  ['=', 'text', 'a = b', false],
  ['!=', 'text', 'a', true],
  ['=mobile edit', 'json', ['mobile edit', 'visualeditor'], true],
  ['=mobile', 'json', ['mobile edit'], false],
  ['=Harbour', 'json', [{ name: 'Harbour' }], true],
  ['=true', 'boolean', true, true],
  ['=false', 'boolean', true, false],
  ['=2026-01-15T14:56:00Z', 'date', '2026-01-15T14:56:00.000+0000', true],
  ['=0', 'namespace', 0, true],
  ['=0', 'namespace', 10, false],
  ['=bold word', 'html', '<b>bold</b> word', true],
  ['=-5', 'number', -5, true],
  ['!=Open && !=Closed', 'text', 'Closed', false],
  ['!=Open && !=Closed', 'text', 'Done', true],
  ['!=Open && ', 'text', 'Done', true],
  ['a && b', 'text', 'b a', true],
];

for (const [typed, type, value, passes] of filters)
  test(`the filter ${typed} on ${type} ${passes ? 'lets through' : 'stops'} ${JSON.stringify(value) ?? 'an empty cell'}`, () => {
    const store = storeOf(headerOf(['x', type]), [value === undefined ? {} : { x: value }]);
    assert.equal(windowOf(store, { filters: { x: typed } })?.shown, passes ? 1 : 0);
  });

const pages = headerOf(['title', 'page'], ['size', 'size']);
const filled = (): ResultStore =>
  storeOf(pages, [
    { title: 'Page 10', size: 5 },
    { title: 'Page 9' },
    { title: 'page 11', size: 900 },
    { size: 7 },
  ]);

const views: readonly (readonly [title: string, view: Partial<View>, places: readonly number[]])[] = [
  ['rows keep their order', {}, [0, 1, 2, 3]],
  ['texts sort by their numbers', { sort: [by('title')] }, [1, 0, 2, 3]],
  ['empty cells come last upwards', { sort: [by('size')] }, [0, 3, 2, 1]],
  ['empty cells come last downwards', { sort: [by('size', true)] }, [2, 3, 0, 1]],
  ['a search looks in every column', { search: '900' }, [2]],
  ['filters of several columns hold together', { filters: { title: '1', size: '>100' } }, [2]],
  ['an unknown column neither sorts nor filters', { sort: [by('x')], filters: { x: 'y' } }, [0, 1, 2, 3]],
  ['a filtered view is sorted', { filters: { title: '1' }, sort: [by('size', true)] }, [2, 0]],
];
for (const [title, view, places] of views)
  test(title, () => assert.deepEqual(placesOf(filled(), view), places));

test('rows that are equal in one column are sorted by the next', () => {
  const store = storeOf(headerOf(['a', 'text'], ['b', 'number']), [
    { a: 'x', b: 1 },
    { a: 'w', b: 1 },
    { a: 'X', b: 3 },
    { a: 'x', b: 2 },
  ]);
  assert.deepEqual(placesOf(store, { sort: [by('a', true), by('b', true)] }), [2, 3, 0, 1]);
});

const values: readonly Json[] = [
  '',
  'text',
  '{"a":1}',
  'null',
  'a\u0000b',
  0,
  -1.5,
  2 ** 53,
  1e300,
  true,
  false,
  null,
  [],
  {},
  { deep: [{ er: null }] },
];
for (const value of values)
  test(`${JSON.stringify(value)} comes back as it was`, () => {
    const store = storeOf(headerOf(['x', 'json']), [{ x: value }]);
    assert.deepEqual(windowOf(store)?.rows, [{ row: 0, cells: { x: value } }]);
    assert.deepEqual(store.cell({ ...table, row: 0, column: 'x' }), { value });
  });

describe('a table', () => {
  it('takes rows at a known place instead of those there, and adds further ones', () => {
    const store = filled();
    const put = store.put('run', { table: pages, offset: 3, rows: [{ title: 'new' }, { title: 'last' }] });
    assert.deepEqual(put, { rows: 5, changed: true });
    assert.deepEqual(
      windowOf(store, {}, 3)?.rows.map(({ cells }) => cells),
      [{ title: 'new' }, { title: 'last' }],
    );
  });
  it('gets further columns, which earlier rows lack', () => {
    const store = filled();
    const wider = {
      ...pages,
      columns: [...pages.columns, { key: 'ns', title: 'ns', type: 'number' }],
    } as const;
    assert.deepEqual(store.put('run', { table: wider, offset: 4, rows: [{ ns: 2 }] }), {
      rows: 5,
      changed: false,
    });
    assert.deepEqual(placesOf(store, { filters: { ns: '2' } }), [4]);
  });
  it('has columns whose keys no SQL could hold, or that differ only in case', () => {
    const keys = ['place', '"; DROP TABLE rows1; --', '__proto__', 'Title', 'title', 'c0', 'a\u0000b', ''];
    const row = Object.fromEntries(keys.map((key, index) => [key, index]));
    const store = storeOf(headerOf(...keys.map(key => [key, 'number'] as const)), [row]);
    assert.deepEqual(windowOf(store)?.rows[0]?.cells, row);
  });
  it('may have values of several types in a column', () => {
    const store = storeOf(headerOf(['x', 'text']), [{ x: 'ten' }, { x: 9 }, { x: '10' }, { x: 10 }]);
    assert.deepEqual(placesOf(store, { sort: [by('x')] }), [1, 3, 2, 0]);
  });
  it('may have 250 columns', () => {
    const keys = Array.from({ length: 250 }, (_, index) => `column ${index}`);
    const store = storeOf(headerOf(...keys.map(key => [key, 'html'] as const)), [{ 'column 249': 'here' }]);
    assert.deepEqual(placesOf(store, { search: 'here' }), [0]);
  });
});

describe('a long value', () => {
  const long = 'long '.repeat(100_000);
  const store = storeOf(headerOf(['text', 'text'], ['list', 'json']), [{ text: long, list: [long] }]);
  it('is cut in a window, which says so', () => {
    const [row] = windowOf(store)?.rows ?? [];
    assert.deepEqual(row?.cut, ['text', 'list']);
    assert.equal(row?.cells['text'], long.slice(0, 2000));
    assert(JSON.stringify(row).length < 5000);
  });
  it('is whole where it is asked for alone, searched and copied', () => {
    assert.deepEqual(store.cell({ ...table, row: 0, column: 'list' }), { value: [long] });
    assert.equal(windowOf(store, { filters: { text: 'long ' } })?.shown, 1);
  });
});

const copy = (format: 'tsv' | 'json' | 'markdown' | 'csv', titles: boolean, store = filled()) =>
  store.copy({
    ...table,
    view: { ...whole, sort: [by('title')] },
    columns: ['size', 'title'],
    offset: 1,
    count: 2,
    format,
    titles,
  });

describe('a part of a view is copied', () => {
  it('with titles', () =>
    assert.deepEqual(copy('tsv', true), { text: 'size\ttitle\r\n5\tPage 10\r\n900\tpage 11' }));
  it('with the titles that are shown, but for other programs with the keys', () => {
    const store = new ResultStore();
    const shown = { size: 'Size (B)', title: 'Title' };
    const columns = Object.entries(shown).map(([key, title]) => ({ key, title, type: 'text' }) as const);
    store.put(table.run, {
      table: { id: table.table, title: 'Pages', columns },
      offset: 0,
      rows: ['A', 'B'].map(name => ({ size: '5', title: name })),
    });
    const heads = (['tsv', 'markdown', 'csv', 'json'] as const).map(format => {
      const copied = copy(format, true, store);
      return copied && 'text' in copied ? copied.text.match(/Size|size/)?.[0] : undefined;
    });
    assert.deepEqual(heads, ['Size', 'Size', 'size', 'size']);
  });
  it('without', () => assert.deepEqual(copy('tsv', false), { text: '5\tPage 10\r\n900\tpage 11' }));
});

describe('what is not there', () => {
  const store = filled();
  const elsewhere = { run: 'run', table: 'users' };
  it('has no window', () =>
    assert.equal(store.window({ ...elsewhere, view: whole, offset: 0, count: 1 }), undefined));
  it('has no value', () => assert.equal(store.cell({ ...elsewhere, row: 0, column: 'x' }), undefined));
  it('is an empty cell in a table that is there', () =>
    assert.deepEqual(store.cell({ ...table, row: 99, column: 'title' }), {}));
  it('is a run that was released', () => {
    const other = filled();
    other.release('run');
    assert.equal(windowOf(other), undefined);
    assert.deepEqual(other.put('run', { table: pages, offset: 0, rows: [{}] }), { rows: 1, changed: false });
  });
});

describe('the statistics of a selection', () => {
  const store = storeOf(headerOf(['name', 'text'], ['size', 'size'], ['points', 'number'], ['id', 'id']), [
    { name: 'a', size: 10, points: 0.5, id: 7 },
    { name: '', size: 30, points: 'many', id: 8 },
    { size: 20, points: null, id: 9 },
    { name: '5', points: -2, id: 10 },
  ]);
  const of = (columns: readonly string[], offset: number, count: number, view: Partial<View> = {}) =>
    store.statistics({ ...table, view: { ...whole, ...view }, columns, offset, count });

  it('are those of numbers and sizes', () =>
    assert.deepEqual(of(['name', 'size', 'points', 'id'], 0, 4), {
      filled: 12,
      numbers: { count: 5, sum: 58.5, min: -2, max: 30 },
    }));
  it('count cells where there is no number', () => assert.deepEqual(of(['name', 'id'], 1, 2), { filled: 2 }));
  it('follow the order of the view', () =>
    assert.deepEqual(of(['size'], 0, 2, { sort: [by('size', true)] })?.numbers, {
      count: 2,
      sum: 50,
      min: 20,
      max: 30,
    }));
  it('are those of groups as well', () => {
    const group = {
      by: [{ column: 'name' }],
      aggregates: [{ name: 'count' as const }],
      search: '',
      filters: {},
    };
    assert.deepEqual(of(['name', 'count'], 0, 3, { group }), {
      filled: 5,
      numbers: { count: 3, sum: 4, min: 1, max: 2 },
    });
  });
  it('may be of many columns', () => {
    const keys = Array.from({ length: 250 }, (_, index) => `column ${index}`);
    const wide = storeOf(headerOf(...keys.map(key => [key, 'number'] as const)), [
      { 'column 0': 1, 'column 249': 5 },
    ]);
    assert.deepEqual(wide.statistics({ ...table, view: whole, columns: keys, offset: 0, count: 1 }), {
      filled: 2,
      numbers: { count: 2, sum: 6, min: 1, max: 5 },
    });
  });
});

describe('rows that are read in batches', () => {
  const long = 'x'.repeat(1_000_000);
  const rows = Array.from({ length: 3000 }, (_, index) => ({ n: index, ...(index < 20 && { text: long }) }));
  const store = storeOf(headerOf(['n', 'number'], ['text', 'text']), rows);
  const orders: Readonly<Record<string, Partial<View>>> = {
    'in their own order': {},
    sorted: { sort: [by('n', true)] },
    filtered: { filters: { n: '>= 0' } },
  };
  for (const [how, view] of Object.entries(orders))
    it(`are all read once, and few of them where they are large: ${how}`, () => {
      const batches = [
        ...(store.extract('run', 'pages', { ...whole, ...view }, ['n', 'text'])?.batches ?? []),
      ];
      const numbers = batches.flat().map(([number]) => number);
      const sorted = how === 'sorted' ? numbers.toReversed() : numbers;
      assert.deepEqual(sorted, Array.from(rows.keys()));
      for (const lines of batches) {
        const characters = lines.reduce(
          (sum, [, text]) => sum + (typeof text === 'string' ? text.length : 0),
          0,
        );
        assert.ok(characters <= 5_000_000, String(characters));
      }
    });
});
