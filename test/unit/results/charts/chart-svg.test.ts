/** Charts without a page: the same options as in the panel, drawn by the real library. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChartGroups, chartData } from '../../../../server/src/results/charts/chart-data.ts';
import { chartSvg } from '../../../../server/src/results/charts/chart-library.ts';
import { type ChartLook, chartOptions } from '../../../../server/src/results/charts/chart-options.ts';
import { chartKinds } from '#shared/base/tables/view-text.ts';

const look: ChartLook = {
  foreground: '#333333',
  quiet: '#777777',
  line: '#cccccc',
  background: '#ffffff',
  palette: ['#1a85ff', '#d4351c', '#2e8b57'],
  font: 'sans-serif',
  hasPatterns: false,
  isAnimated: true,
};
const words = { empty: '(empty)', others: 'Others', yes: 'yes', no: 'no' };
const statuses = ['Open', 'In Progress', '<script>alert(1)</script>'];
const groups: ChartGroups = {
  columns: [
    { key: 'status', title: 'Status', type: 'text' },
    { key: 'kind', title: 'Kind', type: 'text' },
    { key: 'count', title: 'count', type: 'number' },
  ],
  rows: statuses.flatMap((status, index) =>
    ['bug', 'task'].map(kind => ({ status, kind, count: 10 * (index + 1) })),
  ),
  count: 6,
  totals: {},
  overlap: false,
};

function svgOf(kind: (typeof chartKinds)[number], changes: Partial<ChartLook> = {}): string {
  const chart = { kind, x: { column: 'status' }, y: { name: 'count' }, series: { column: 'kind' } } as const;
  const data = chartData(chart, groups, words);
  assert(data);
  return chartSvg(chartOptions(kind, data, { ...look, ...changes }, String), { width: 640, height: 360 });
}

/** All that every object has. */
const inherited = () => Object.entries(Object.getOwnPropertyDescriptors(Object.prototype));

describe('a chart as SVG', () => {
  it('changes no object by the names that it draws', () => {
    const before = inherited();
    const names = Object.getOwnPropertyNames(Object.prototype);
    const rows = names.flatMap(status => names.map(name => ({ status, kind: name, count: 1 })));
    for (const kind of chartKinds)
      for (const series of [undefined, { column: 'kind' }]) {
        const chart = {
          kind,
          x: { column: 'status' },
          y: { name: 'count' },
          ...(series && { series }),
        } as const;
        const columns = series ? groups.columns : [groups.columns[0]!, groups.columns[2]!];
        const data = chartData(chart, { ...groups, columns, rows, count: rows.length }, words);
        assert(data);
        const svg = chartSvg(chartOptions(kind, data, look, String), { width: 640, height: 360 });
        assert.match(svg, /__proto__|constructor/);
        assert.deepEqual(inherited(), before);
      }
  });
  it('of few rows has no steps between whole numbers', () => {
    const rows = statuses.map((status, index) => ({ status, count: index + 1 }));
    const columns = [groups.columns[0]!, groups.columns[2]!];
    const chart = { kind: 'bar', x: { column: 'status' }, y: { name: 'count' } } as const;
    const labelsOf = (share: number): readonly string[] => {
      const divided = rows.map(({ status, count }) => ({ status, count: count / share }));
      const data = chartData(chart, { ...groups, columns, rows: divided, count: 3 }, words);
      assert(data);
      const svg = chartSvg(chartOptions('bar', data, look, String), { width: 640, height: 360 });
      return [...svg.matchAll(/>([\d.]+)<\/text>/g)].map(([, label = '']) => label);
    };
    assert.deepEqual(labelsOf(1), ['0', '1', '2', '3']);
    assert.ok(labelsOf(2).some(label => label.includes('.')));
  });
  it('of a pie has whole numbers where there is little room', () => {
    const chart = { kind: 'pie', x: { column: 'status' }, y: { name: 'count' } } as const;
    const rows = ['Closed', 'Open', 'In Progress', 'In Review'].map(status => ({ status, count: 15 }));
    const columns = [groups.columns[0]!, groups.columns[2]!];
    const data = chartData(chart, { ...groups, columns, rows, count: 4 }, words);
    assert(data);
    const svg = chartSvg(chartOptions('pie', data, look, String), { width: 420, height: 360 });
    assert.equal(svg.split('>15 (25%)<').length, 5, svg);
  });
  for (const kind of chartKinds) {
    it(`of the kind ${kind} has all labels as text, in the colors of the theme`, () => {
      const svg = svgOf(kind);
      assert.match(svg, /^<svg width="640" height="360" [^]*<\/svg>$/);
      for (const status of ['Open', 'In Progress', '&lt;script&gt;alert(1)&lt;/script&gt;'])
        assert.ok(svg.includes(status), status);
      assert.ok(!/<(?:script|style)|class=/.test(svg));
      assert.ok(svg.includes(look.palette[0] ?? ''));
    });
    it(`of the kind ${kind} is the same each time`, () => {
      assert.equal(svgOf(kind), svgOf(kind));
      assert.equal(svgOf(kind, { hasPatterns: true }), svgOf(kind, { hasPatterns: true }));
    });
  }
  for (const kind of chartKinds)
    it(`of the kind ${kind} has nothing hidden and no character that XML does not take`, () => {
      const hostile = 'a\0b\u0001c\u001Bd\uFFFEe\uFFFFf\u202Eg\uD800h';
      const columns = groups.columns.map(column => ({ ...column, title: `${column.title} ${hostile}` }));
      const rows = groups.rows.map(row => ({
        ...row,
        status: hostile,
        kind: `${JSON.stringify(row['kind'])}${hostile}`,
      }));
      const chart = {
        kind,
        x: { column: 'status' },
        y: { name: 'count' },
        series: { column: 'kind' },
      } as const;
      const data = chartData(chart, { ...groups, columns, rows }, words);
      assert(data);
      const svg = chartSvg(chartOptions(kind, data, look, String), { width: 640, height: 360 });
      assert.match(svg, /a\uFFFDb\uFFFDc\uFFFDd/);
      assert.doesNotMatch(svg, /[\0-\u0008\u000B-\u001F\u202E\uFFFE\uFFFF]|\p{Cs}/u);
    });
  it('has patterns where colors are not enough', () => {
    assert.ok(!svgOf('bar').includes('<pattern'));
    assert.ok(svgOf('bar', { hasPatterns: true }).includes('<pattern'));
  });
});
