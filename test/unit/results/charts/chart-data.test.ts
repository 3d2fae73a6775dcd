import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChartGroups, chartData } from '../../../../server/src/results/charts/chart-data.ts';
import { fillPeriods } from '../../../../server/src/results/charts/periods.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Json } from '#shared/protocol/json.ts';

const words = { empty: '(empty)', others: 'Others', yes: 'yes', no: 'no' };
const byStatus: Chart = { kind: 'bar', x: { column: 'status' }, y: { name: 'count' } };

type Cells = readonly (Json | undefined)[];

function groupsOf(rows: readonly Cells[], more: Partial<ChartGroups> = {}): ChartGroups {
  const keys = rows[0]?.length === 3 ? ['x', 'series', 'y'] : ['x', 'y'];
  return {
    columns: keys.map(key => ({ key, title: key, type: key === 'y' ? 'number' : 'text' })),
    rows: rows.map(cells =>
      Object.fromEntries(
        keys.flatMap((key, index): [string, Json][] => {
          const cell = cells[index];
          return cell === undefined ? [] : [[key, cell]];
        }),
      ),
    ),
    count: rows.length,
    totals: {},
    overlap: false,
    ...more,
  };
}

/** `category: value value, …` */
function textOf(chart: Chart, groups: ChartGroups): string {
  const data = chartData(chart, groups, words);
  const lines = data?.categories.map(
    (label, index) => `${label}: ${data.series.map(({ values }) => values[index] ?? '-').join(' ')}`,
  );
  return lines?.join(', ') ?? 'nothing';
}

describe('a chart shows', () => {
  it('the largest first', () =>
    assert.equal(
      textOf(
        byStatus,
        groupsOf([
          ['a', 1],
          ['b', 3],
          ['c', 2],
        ]),
      ),
      'b: 3, c: 2, a: 1',
    ));
  it('a word for what is empty, true or nested', () => {
    const rows = [
      [undefined, 5],
      [true, 4],
      [{ name: 'Ada' }, 3],
      [7, 2],
    ] as const;
    assert.equal(textOf(byStatus, groupsOf(rows)), '(empty): 5, yes: 4, Ada: 3, 7: 2');
  });
  it('nothing where there are no groups, no numbers, or other columns than it wants', () => {
    assert.equal(textOf(byStatus, groupsOf([])), 'nothing');
    assert.equal(textOf(byStatus, groupsOf([['a', 'b']])), 'nothing');
    assert.equal(textOf(byStatus, groupsOf([['a', 'b', 1]])), 'nothing');
  });
  it('each series, the largest first, and 0 for what has no rows', () => {
    const chart: Chart = { ...byStatus, series: { column: 'kind' } };
    const data = chartData(
      chart,
      groupsOf([
        ['a', 'x', 1],
        ['a', 'y', 5],
        ['b', 'x', 2],
      ]),
      words,
    );
    assert.deepEqual(data?.series, [
      { name: 'y', values: [5, 0] },
      { name: 'x', values: [1, 2] },
    ]);
  });
});

const sum = (rows: readonly Cells[]): number => rows.reduce((total, [, value]) => total + Number(value), 0);

describe('of many', () => {
  const many = Array.from({ length: 80 }, (_, index): Cells => [`v${index}`, 100 - index]);
  it('categories the largest are shown, and what the others add up to', () => {
    const data = chartData(byStatus, groupsOf(many), words);
    assert.deepEqual([data?.categories.length, data?.categories.at(-1), data?.others], [51, 'Others', 30]);
    assert.equal(data?.series[0]?.values.at(-1), sum(many.slice(50)));
  });
  it('groups that were not fetched the others have the rest of the total', () => {
    const groups = groupsOf(many, { count: 1000, totals: { y: 9999 } });
    const data = chartData(byStatus, groups, words);
    assert.deepEqual([data?.others, data?.series[0]?.values.at(-1)], [950, 9999 - sum(many.slice(0, 50))]);
  });
  it('a pie has fewer', () =>
    assert.equal(chartData({ ...byStatus, kind: 'pie' }, groupsOf(many), words)?.categories.length, 21));
  it('averages cannot be added up', () => {
    const chart: Chart = { ...byStatus, y: { name: 'average', column: 'size' } };
    const data = chartData(chart, groupsOf(many), words);
    assert.deepEqual([data?.categories.length, data?.others, data?.left], [50, 0, 30]);
  });
  it('series the smallest are one', () => {
    const rows = Array.from({ length: 30 }, (_, index): Cells => ['a', `s${index}`, 100 - index]);
    const data = chartData({ ...byStatus, series: { column: 'kind' } }, groupsOf(rows), words);
    assert.deepEqual(
      [data?.series.length, data?.series.at(-1)?.name, data?.hasOtherSeries],
      [12, 'Others', true],
    );
    const total = data?.series.reduce((all, { values }) => all + (values[0] ?? 0), 0);
    assert.equal(
      total,
      rows.reduce((all, [, , value]) => all + Number(value), 0),
    );
  });
});

describe('over time', () => {
  const monthly: Chart = { kind: 'line', x: { column: 'created', unit: 'month' }, y: { name: 'count' } };
  it('periods are in order, those without rows too', () =>
    assert.equal(
      textOf(
        monthly,
        groupsOf([
          ['2026-03', 5],
          ['2025-12', 1],
          [null, 2],
        ]),
      ),
      '2025-12: 1, 2026-01: 0, 2026-02: 0, 2026-03: 5',
    ));
  it('an average has no value where there are no rows', () =>
    assert.equal(
      textOf(
        { ...monthly, y: { name: 'average', column: 's' } },
        groupsOf([
          ['2026-03', 5],
          ['2026-01', 1],
        ]),
      ),
      '2026-01: 1, 2026-03: 5',
    ));
  const periods: readonly (readonly [
    unit: 'year' | 'month' | 'week' | 'day',
    from: string,
    to: string,
    all: string,
  ])[] = [
    ['year', '2024', '2026', '2024 2025 2026'],
    ['month', '2025-11', '2026-02', '2025-11 2025-12 2026-01 2026-02'],
    ['day', '2024-02-28', '2024-03-01', '2024-02-28 2024-02-29 2024-03-01'],
    ['week', '2020-W52', '2021-W01', '2020-W52 2020-W53 2021-W01'],
    ['week', '2026-W01', '2026-W03', '2026-W01 2026-W02 2026-W03'],
  ];
  for (const [unit, from, to, all] of periods)
    it(`from ${from} to ${to} there are ${all}`, () =>
      assert.equal(fillPeriods([to, from], unit, 100)?.join(' '), all));
  it('too many periods, and texts that are none, are not filled', () => {
    assert.equal(fillPeriods(['1900', '2100'], 'year', 100), undefined);
    assert.equal(fillPeriods(['2026', 'soon'], 'year', 100), undefined);
    assert.equal(fillPeriods(['2026-W99'], 'week', 100), undefined);
  });
});
