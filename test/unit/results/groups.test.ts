/** Grouped views of stored rows, in a real SQLite. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, test } from 'node:test';
import type { Aggregate, GroupKey } from '#shared/protocol/grouping.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { View } from '#shared/protocol/results.ts';
import type { ColumnType, TableHeader } from '#shared/protocol/run.ts';
import { exportRows } from '../../../server/src/results/export/export-file.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';

const table: TableHeader = {
  id: 'issues',
  title: 'Issues',
  columns: Object.entries({
    key: 'issue',
    status: 'text',
    points: 'number',
    created: 'date',
    labels: 'json',
    ns: 'namespace',
  } satisfies Record<string, ColumnType>).map(([key, type]) => ({ key, title: key, type })),
};
const rows: readonly Row[] = [
  {
    key: 'A-1',
    status: 'Open',
    points: 3,
    created: '2026-01-15T12:00:00Z',
    labels: ['ui', 'ui', 'api'],
    ns: 0,
  },
  { key: 'A-2', status: 'open', points: 5, created: '2026-02-15T12:00:00.500+0000', labels: ['api'] },
  { key: 'A-3', status: 'Open', created: '2026-01-20T12:00:00Z', labels: [] },
  { key: 'A-4', points: 0.5, created: 'infinity', labels: [{ id: 1, name: 'ui' }] },
  { key: 'A-5', status: '', points: 'many' },
  { key: 'A-6', status: null, points: 2 },
];
const filled = (more: readonly Row[] = []): ResultStore => {
  const store = new ResultStore();
  store.put('run', { table, offset: 0, rows: [...rows, ...more] });
  return store;
};
const whole: View = { sort: [], search: '', filters: {} };
const count: Aggregate = { name: 'count' };
const grouped = (by: readonly (string | GroupKey)[], aggregates: readonly Aggregate[] = [count]): View => ({
  ...whole,
  group: {
    by: by.map(key => (typeof key === 'string' ? { column: key } : key)),
    aggregates,
    search: '',
    filters: {},
  },
});
const ask = (store: ResultStore, view: View, offset = 0, length = 100) => {
  const found = store.window({ run: 'run', table: 'issues', view, offset, count: length });
  assert.ok(found);
  return found;
};
const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
/** Each group as the texts of its cells. */
const lines = (store: ResultStore, view: View): readonly string[] => {
  const { rows: groups, groups: summary } = ask(store, view);
  const keys = summary?.columns.map(({ key }) => key) ?? [];
  return groups.map(({ cells }) => keys.map(key => text(cells[key])).join(' | '));
};

const views: readonly (readonly [title: string, view: View, ...lines: string[]])[] = [
  ['empty cells are one group, and case counts', grouped(['status']), ' | 3', 'Open | 2', 'open | 1'],
  [
    'numbers alone are computed',
    grouped(
      ['status'],
      [
        { name: 'sum', column: 'points' },
        { name: 'average', column: 'points' },
        { name: 'min', column: 'points' },
        { name: 'max', column: 'points' },
        { name: 'count', column: 'points' },
      ],
    ),
    ' | 2.5 | 1.25 | 0.5 | 2 | 3',
    'Open | 3 | 3 | 3 | 3 | 1',
    'open | 5 | 5 | 5 | 5 | 1',
  ],
  [
    'a list counts in each of its groups',
    grouped(['labels'], [count, { name: 'distinct', column: 'status' }]),
    ' | 3 | 1',
    'ui | 2 | 1',
    'api | 2 | 2',
  ],
  [
    'dates by month are in their order',
    grouped([{ column: 'created', unit: 'month' }]),
    '2026-01 | 2',
    '2026-02 | 1',
    'infinity | 1',
    ' | 2',
  ],
  ['dates by year', grouped([{ column: 'created', unit: 'year' }]), '2026 | 3', 'infinity | 1', ' | 2'],
  [
    'dates by week',
    grouped([{ column: 'created', unit: 'week' }]),
    '2026-W03 | 1',
    '2026-W04 | 1',
    '2026-W07 | 1',
    'infinity | 1',
    ' | 2',
  ],
  [
    'the earliest and the latest date',
    grouped(
      [],
      [
        { name: 'min', column: 'created' },
        { name: 'max', column: 'created' },
      ],
    ),
    '2026-01-15T12:00:00Z | 2026-02-15T12:00:00.500Z',
  ],
  [
    'several columns',
    grouped(['status', 'labels']),
    ' |  | 2',
    'Open | ui | 1',
    'Open | api | 1',
    'open | api | 1',
    'Open |  | 1',
    ' | ui | 1',
  ],
  [
    'what makes no sense is left out',
    grouped(
      ['status', 'gone'],
      [count, { name: 'sum', column: 'status' }, { name: 'max', column: 'gone' }, { name: 'sum' }],
    ),
    ' | 3',
    'Open | 2',
    'open | 1',
  ],
  [
    'groups are sorted',
    { ...grouped(['status']), sort: [{ column: 'count', descending: false }] },
    'open | 1',
    'Open | 2',
    ' | 3',
  ],
  ['groups are filtered', { ...grouped(['status']), filters: { count: '>1' } }, ' | 3', 'Open | 2'],
  ['groups are searched', { ...grouped(['status']), search: 'OPEN' }, 'Open | 2', 'open | 1'],
  [
    'the rows that are grouped are searched and filtered',
    {
      ...whole,
      group: { by: [{ column: 'status' }], aggregates: [count], search: 'api', filters: { points: '<4' } },
    },
    'Open | 1',
  ],
  [
    'the rows of a group are grouped',
    { ...grouped(['labels']), of: [{ column: 'status', value: 'Open' }] },
    'ui | 1',
    'api | 1',
    ' | 1',
  ],
];
for (const [title, view, ...expected] of views)
  test(title, () => assert.deepEqual([...lines(filled(), view)].toSorted(), [...expected].toSorted()));

const orders: readonly (readonly [title: string, view: View, ...first: string[]])[] = [
  ['the largest group comes first', grouped(['status']), '', 'Open', 'open'],
  [
    'dates come in their order',
    grouped([{ column: 'created', unit: 'day' }]),
    '2026-01-15',
    '2026-01-20',
    '2026-02-15',
    'infinity',
    '',
  ],
];
for (const [title, view, ...first] of orders)
  test(title, () =>
    assert.deepEqual(
      lines(filled(), view).map(line => line.split(' | ')[0]),
      first,
    ),
  );

const members: readonly (readonly [title: string, of: NonNullable<View['of']>, places: readonly number[]])[] =
  [
    ['a text', [{ column: 'status', value: 'Open' }], [0, 2]],
    ['an empty cell', [{ column: 'status' }], [3, 4, 5]],
    ['an item of lists', [{ column: 'labels', value: 'ui' }], [0, 3]],
    ['an empty list', [{ column: 'labels' }], [2, 4, 5]],
    ['a month', [{ column: 'created', unit: 'month', value: '2026-01' }], [0, 2]],
    ['no month', [{ column: 'created', unit: 'month' }], [4, 5]],
    ['a number', [{ column: 'ns', value: 0 }], [0]],
    [
      'two groups at once',
      [
        { column: 'status', value: 'Open' },
        { column: 'labels', value: 'api' },
      ],
      [0],
    ],
    ['an unknown column', [{ column: 'gone', value: 'x' }], [0, 1, 2, 3, 4, 5]],
  ];
for (const [title, of, places] of members)
  test(`the rows of a group by ${title}`, () =>
    assert.deepEqual(
      ask(filled(), { ...whole, of }).rows.map(({ row }) => row),
      places,
    ));

test('an empty list is not an item of a list', () => {
  const store = new ResultStore();
  store.put('run', { table, offset: 0, rows: [{ labels: [] }, { labels: [[]] }] });
  const of = [{ column: 'labels', value: [] }];
  assert.deepEqual(
    ask(store, { ...whole, of }).rows.map(({ row }) => row),
    [1],
  );
});

describe('a grouped view', () => {
  it('has totals in which each row counts once', () => {
    const view = grouped(['labels'], [count, { name: 'sum', column: 'points' }]);
    const { groups, shown, total } = ask(filled(), view);
    assert.deepEqual(groups?.totals, { count: 6, 'sum of points': 10.5 });
    assert.deepEqual([groups?.overlap, groups?.count, shown, total], [true, 3, 3, 6]);
  });
  it('has the totals of the groups that are shown', () => {
    const view = {
      ...grouped(['labels'], [count, { name: 'sum', column: 'points' }]),
      filters: { labels: 'i' },
    };
    assert.deepEqual(ask(filled(), view).groups?.totals, { count: 3, 'sum of points': 8.5 });
  });
  it('says that no row is in two groups', () =>
    assert.equal(ask(filled(), grouped(['status'])).groups?.overlap, false));
  it('is computed again when rows come', () => {
    const store = filled();
    assert.deepEqual(lines(store, grouped(['status']))[1], 'Open | 2');
    store.put('run', { table, offset: 6, rows: [{ status: 'Open' }, { status: 'Open' }] });
    assert.deepEqual(lines(store, grouped(['status']))[0], 'Open | 4');
    store.put('run', { table, offset: 6, rows: [{ status: 'Closed' }] });
    assert.deepEqual(lines(store, grouped(['status'])).length, 4);
  });
  it('shows a part of many groups', () => {
    const many = Array.from({ length: 5000 }, (_, index): Row => ({ status: `s${index}` }));
    const found = ask(filled(many), grouped(['status']), 4000, 10);
    assert.deepEqual([found.rows.length, found.shown, found.rows[0]?.row], [10, 5003, 4000]);
  });
  it('is copied', () =>
    assert.deepEqual(
      filled().copy({
        run: 'run',
        table: 'issues',
        view: grouped(['status']),
        columns: ['count', 'status'],
        offset: 1,
        count: 2,
        format: 'tsv',
        titles: true,
      }),
      { text: 'count\tstatus\r\n2\tOpen\r\n1\topen' },
    ));
  it('is exported', async () => {
    const file = path.join(tmpdir(), `groups-${process.pid}.csv`);
    const params = { run: 'run', table: 'issues', view: grouped(['status']), columns: ['status', 'count'] };
    const written = await exportRows(
      filled(),
      { ...params, format: 'csv', file },
      () => undefined,
      new AbortController().signal,
    );
    const content = await readFile(file, 'utf8');
    await rm(file);
    assert.deepEqual(written, { rows: 3 });
    assert.match(content, /"status","count"\r\n"","3"\r\n"Open","2"/);
  });
  it('has whole values', () => {
    const long = 'x'.repeat(50_000);
    const store = filled([{ status: long }]);
    const view = { ...grouped(['status']), search: 'xxx' };
    const [group] = ask(store, view).rows;
    assert.deepEqual(group?.cut, ['status']);
    const cell = { run: 'run', table: 'issues', row: group?.row ?? -1, column: 'status', view };
    assert.deepEqual(store.cell(cell), { value: long });
  });
  it('keeps columns apart whose names are the same', () => {
    const { groups } = ask(filled(), {
      ...grouped(
        [
          { column: 'created', unit: 'day' },
          { column: 'created', unit: 'day' },
        ],
        [count, count],
      ),
    });
    assert.deepEqual(
      groups?.columns.map(({ key }) => key),
      ['created (day)', 'created (day) (2)', 'count', 'count (2)'],
    );
  });
  it('goes with its run', () => {
    const store = filled();
    ask(store, grouped(['status']));
    store.release('run');
    assert.equal(
      store.window({ run: 'run', table: 'issues', view: grouped(['status']), offset: 0, count: 1 }),
      undefined,
    );
  });
  it('of a table without rows has no groups', () => {
    const store = new ResultStore();
    store.put('run', { table, offset: 0, rows: [] });
    assert.deepEqual(ask(store, grouped(['status'])).rows, []);
    assert.deepEqual(ask(store, grouped([])).rows, []);
  });
});

/** Two rows with lists of these lengths. */
const listsOf = (...lengths: readonly number[]): ResultStore => {
  const store = new ResultStore();
  const columns = lengths.map((_, index) => ({ key: `c${index}`, title: '', type: 'json' as const }));
  const row = Object.fromEntries(
    lengths.map((length, index) => [`c${index}`, Array.from({ length }, (_each, item) => `v${item}`)]),
  );
  store.put('run', { table: { ...table, columns }, offset: 0, rows: [row, row] });
  return store;
};
const groupedBy = (store: ResultStore, columns: number) => {
  const { shown, groups } = ask(store, {
    ...grouped(Array.from({ length: columns }, (_, index) => `c${index}`)),
    search: 'v1',
  });
  return [shown, groups?.tooMany === true];
};

describe('rows with lists in several columns', () => {
  it('are in a group for each combination', () =>
    assert.deepEqual(groupedBy(listsOf(30, 20, 1), 3), [429, false]));
  it('that would be in too many groups are in none, and that is said', () =>
    assert.deepEqual(groupedBy(listsOf(500, 100, 30), 3), [0, true]));
  it('count together', () => assert.deepEqual(groupedBy(listsOf(600, 1000), 2), [0, true]));
  it('may be grouped by one of them, however long it is', () =>
    assert.deepEqual(groupedBy(listsOf(20_000, 500), 1), [11_111, false]));
});

test('a table of 250 columns is grouped by many of them', () => {
  const keys = Array.from({ length: 250 }, (_, index) => `column ${index}`);
  const store = new ResultStore();
  const header: TableHeader = {
    id: 'issues',
    title: 'wide',
    columns: keys.map(key => ({ key, title: key, type: 'number' as const })),
  };
  store.put('run', {
    table: header,
    offset: 0,
    rows: [{ 'column 249': 1 }, { 'column 249': 2 }, { 'column 0': 1 }],
  });
  const { rows: found, groups } = ask(
    store,
    grouped(
      keys.slice(200),
      keys.map(column => ({ name: 'sum', column })),
    ),
  );
  assert.equal(found.length, 3);
  assert.equal(groups?.columns.length, 300);
  assert.deepEqual(groups?.totals, { 'sum of column 0': 1, 'sum of column 249': 3 });
});
