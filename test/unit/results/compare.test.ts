/** Comparing results, in a real SQLite. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column, ColumnType, TableHeader } from '#shared/protocol/run.ts';
import { type ComparedTable, compareRuns } from '../../../server/src/results/compare/compare-runs.ts';
import { comparisonText } from '../../../server/src/results/compare/compare-text.ts';
import { ReleasedRun, ResultStore } from '../../../server/src/results/store/result-store.ts';
import { comparisonTitles } from '../../support/comparison.ts';

type Columns = readonly (readonly [key: string, type: ColumnType])[];
const headerOf = (columns: Columns, id = 'rows'): TableHeader => ({
  id,
  title: id,
  columns: columns.map(([key, type]): Column => ({ key, title: `the ${key}`, type })),
});

interface Side {
  readonly columns: Columns;
  readonly rows: readonly Row[];
}
const runs = { run: 'compared', before: 'before', after: 'after' };
const compare = (
  store: ResultStore,
  progress: (rows: number) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<ComparedTable[]> => compareRuns(store, runs, comparisonTitles, progress, signal);

async function compared(before: Side, after: Side): Promise<{ table: ComparedTable; store: ResultStore }> {
  const store = new ResultStore();
  store.put('before', { table: headerOf(before.columns), offset: 0, rows: before.rows });
  store.put('after', { table: headerOf(after.columns), offset: 0, rows: after.rows });
  const [table] = await compare(store);
  assert.ok(table);
  return { table, store };
}
const valuesOf = (store: ResultStore, column: string, count: number): (Json | undefined)[] =>
  Array.from(
    { length: count },
    (_, row) => store.cell({ run: 'compared', table: 'rows', row, column })?.value,
  );

const issues: Columns = [
  ['key', 'issue'],
  ['status', 'text'],
  ['votes', 'number'],
];
const before: Side = {
  columns: issues,
  rows: [
    { key: 'A-1', status: 'Open', votes: 1 },
    { key: 'A-2', status: 'Open', votes: 1 },
    { key: 'A-3', status: 'Open' },
    { key: 'A-4', status: 'Open', votes: 1 },
  ],
};
const after: Side = {
  columns: issues,
  rows: [
    { key: 'A-5', status: 'New', votes: 0 },
    { key: 'A-4', status: 'Done', votes: 1 },
    { key: 'A-3', status: 'Open', votes: 2 },
    { key: 'A-1', status: 'Open', votes: 1 },
  ],
};

test('each row says what became of it, in the order of the second result; one that is gone follows its predecessor', async () => {
  const { table, store } = await compared(before, after);
  assert.deepEqual(valuesOf(store, 'key', 5), ['A-5', 'A-4', 'A-3', 'A-1', 'A-2']);
  assert.deepEqual(valuesOf(store, 'change', 5), ['added', 'changed', 'changed', 'same', 'gone']);
  assert.deepEqual(valuesOf(store, 'changes', 5), [undefined, ['status'], ['votes'], undefined, undefined]);
  assert.deepEqual(valuesOf(store, 'status (before)', 5), [
    undefined,
    'Open',
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(table.header.comparison, {
    state: 'change',
    changes: 'changes',
    before: { status: 'status (before)', votes: 'votes (before)' },
    identity: 'key',
    counts: { added: 1, gone: 1, changed: 2, same: 1 },
    onlyBefore: [],
    onlyAfter: [],
  });
});

test('a comparison is sorted, filtered and searched as any other table', async () => {
  const { store } = await compared(before, after);
  const view = { sort: [{ column: 'key', descending: true }], search: '', filters: { change: '!same' } };
  const window = store.window({ run: 'compared', table: 'rows', view, offset: 0, count: 10 });
  assert.deepEqual(
    window?.rows.map(({ cells }) => cells['key']),
    ['A-5', 'A-4', 'A-3', 'A-2'],
  );
});

const identities: readonly (readonly [
  what: string,
  columns: Columns,
  rows: readonly Row[],
  identity: string | undefined,
])[] = [
  [
    'a known one comes before the first column',
    [
      ['title', 'page'],
      ['revid', 'id'],
    ],
    [
      { title: 'One', revid: 1 },
      { title: 'Two', revid: 2 },
    ],
    'revid',
  ],
  [
    'not one with an empty cell',
    [
      ['pageid', 'id'],
      ['title', 'page'],
    ],
    [{ title: 'One' }, { title: 'Two', pageid: 2 }],
    'title',
  ],
  [
    'a name comes before a measure',
    [
      ['size', 'size'],
      ['label', 'text'],
    ],
    [
      { size: 1, label: 'a' },
      { size: 2, label: 'b' },
    ],
    'label',
  ],
  ['not one whose values repeat', [['label', 'text']], [{ label: 'a' }, { label: 'a' }], undefined],
  ['no nested value', [['label', 'json']], [{ label: ['a'] }], undefined],
  ['a number and a text are not the same', [['label', 'text']], [{ label: 1 }, { label: '1' }], 'label'],
];
for (const [what, columns, rows, identity] of identities)
  test(`what tells rows apart: ${what}`, async () => {
    const { table } = await compared({ columns, rows }, { columns, rows });
    assert.equal(table.header.comparison.identity, identity);
    assert.equal(table.header.comparison.counts.same, rows.length);
  });

test('columns that only one side has are named and shown, and no change', async () => {
  const { table, store } = await compared(
    {
      columns: [
        ['key', 'issue'],
        ['old', 'text'],
      ],
      rows: [{ key: 'A-1', old: 'x' }],
    },
    {
      columns: [
        ['key', 'issue'],
        ['new', 'text'],
      ],
      rows: [{ key: 'A-1', new: 'y' }],
    },
  );
  const { onlyBefore, onlyAfter, counts } = table.header.comparison;
  assert.deepEqual([onlyBefore, onlyAfter], [['the old'], ['the new']]);
  assert.deepEqual(counts, { added: 0, gone: 0, changed: 0, same: 1 });
  assert.deepEqual([...valuesOf(store, 'old', 1), ...valuesOf(store, 'new', 1)], ['x', 'y']);
});

test('a value of another type is a change', async () => {
  const columns = [
    ['key', 'issue'],
    ['votes', 'text'],
  ] as const;
  const { store } = await compared(
    { columns, rows: [{ key: 'A-1', votes: 1 }] },
    { columns, rows: [{ key: 'A-1', votes: '1' }] },
  );
  assert.deepEqual(valuesOf(store, 'votes (before)', 1), [1]);
});

test('a table that one run lacks is empty there', async () => {
  const store = new ResultStore();
  store.put('before', { table: headerOf(issues, 'first'), offset: 0, rows: before.rows });
  store.put('after', { table: headerOf(issues, 'second'), offset: 0, rows: after.rows });
  const tables = await compare(store);
  assert.deepEqual(
    tables.map(({ header: { id, comparison } }) => [id, comparison.counts.added, comparison.counts.gone]),
    [
      ['second', 4, 0],
      ['first', 0, 4],
    ],
  );
});

test('more rows than one batch are compared, and as many columns as a table may have', async () => {
  const columns: Columns = [
    ['key', 'issue'],
    ...Array.from({ length: 250 }, (_, index) => [`c${index}`, 'number'] as const),
  ];
  const rows = Array.from({ length: 25_000 }, (_, index) => ({ key: `A-${index}`, c249: index % 2 }));
  const { table } = await compared(
    { columns, rows },
    { columns, rows: rows.map(row => ({ ...row, c249: 0 })) },
  );
  assert.deepEqual(table.header.comparison.counts, { added: 0, gone: 0, changed: 12_500, same: 12_500 });
});

test('a comparison whose run is forgotten while it is made ends', async () => {
  const store = new ResultStore();
  const rows = Array.from({ length: 25_000 }, (_, index) => ({ key: `A-${index}` }));
  for (const run of ['before', 'after']) store.put(run, { table: headerOf(issues), offset: 0, rows });
  await assert.rejects(
    compare(store, done => {
      if (done > 0) store.release('compared');
    }),
    ReleasedRun,
  );
});

test('a comparison as text has the rows that differ', async () => {
  const { store } = await compared(before, after);
  const wording = {
    summary: (table: string): string => table,
    empty: '(empty)',
    more: (count: number): string => `${count} more`,
  };
  assert.equal(
    comparisonText(store, 'compared', { before: 'yesterday', after: 'to\nday' }, wording),
    `--- yesterday
+++ to day
@@ rows @@
+ the key: A-5 | the status: New | the votes: 0
  the key: A-4
-   the status: Open
+   the status: Done
  the key: A-3
-   the votes: (empty)
+   the votes: 2
- the key: A-2 | the status: Open | the votes: 1
`,
  );
  assert.equal(comparisonText(store, 'before', { before: '', after: '' }, wording), undefined);
});
