import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartText } from '#shared/base/tables/view-text.ts';
import { applyChart } from '../../../server/src/runs/apply-directives.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { view } from '../../support/wiki.ts';

const columns: readonly Column[] = [
  { key: 'status', title: 'Status', type: 'text' },
  { key: 'customfield_1', title: 'Story Points', type: 'number' },
  { key: 'created', title: 'Created', type: 'date' },
];
const table: TableHeader = { id: 't', title: 't', columns };
const count = { name: 'count' } as const;

const charts: readonly (readonly [directive: string, chart: Chart | undefined])[] = [
  ['chart bar x=status y=count', { kind: 'bar', x: { column: 'status' }, y: count }],
  ['chart x=STATUS', { kind: 'bar', x: { column: 'status' }, y: count }],
  [
    'chart line x="created by month" y="average story points" series=status',
    {
      kind: 'line',
      x: { column: 'created', unit: 'month' },
      y: { name: 'average', column: 'customfield_1' },
      series: { column: 'status' },
    },
  ],
  [
    'chart pie x=status y="Story Points"',
    { kind: 'pie', x: { column: 'status' }, y: { name: 'sum', column: 'customfield_1' } },
  ],
  ['chart bar x="status by month"', { kind: 'bar', x: { column: 'status' }, y: count }],
  ['chart bar x=gone', undefined],
  ['chart bar x=status y="sum created"', undefined],
  ['chart', undefined],
  ['table', undefined],
];
for (const [directive, chart] of charts)
  test(`@view ${directive} draws a table`, () =>
    assert.deepEqual(applyChart(table, view(`# @view ${directive}\n¦`)).chart, chart));

test('what the directive does not say is that of the groups', () => {
  const group = {
    by: [{ column: 'created', unit: 'year' as const }, { column: 'status' }],
    aggregates: [{ name: 'sum' as const, column: 'customfield_1' }],
  };
  const [x, series] = group.by;
  const [y] = group.aggregates;
  const chartOf = (directive: string) =>
    applyChart({ ...table, group }, view(`# @view ${directive}\n¦`)).chart;
  assert.deepEqual(chartOf('chart stacked'), { kind: 'stacked', x, y, series });
  assert.deepEqual(chartOf('chart bar x=status'), { kind: 'bar', x: { column: 'status' }, y });
});

test('a chart as a directive is the same chart', () => {
  for (const [, chart] of charts) {
    if (!chart) continue;
    const text = chartText(chart, columns);
    assert.deepEqual(applyChart(table, view(`# @view ${text}\n¦`)).chart, chart, text);
  }
  assert.equal(
    chartText({ kind: 'bar', x: { column: 'customfield_1' }, y: count }, columns),
    'chart bar x="Story Points" y=count',
  );
});
