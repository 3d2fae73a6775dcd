/** Names of a site that are names of every object, such as `__proto__`, are drawn like all others and change nothing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chartSvg } from '../../../../server/src/results/charts/chart-library.ts';
import { drawn } from '../../../../server/src/runs/reports/chart-file.ts';
import type { Chart } from '#shared/protocol/grouping.ts';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'Open'];
const charts: readonly Chart[] = (['bar', 'stacked', 'line', 'pie'] as const).flatMap((kind): Chart[] => [
  { kind, x: { column: 'status' }, y: { name: 'count' } },
  { kind, x: { column: 'status' }, y: { name: 'count' }, series: { column: 'owner' } },
]);

for (const chart of charts)
  it(`${chart.kind}${chart.series ? ' with series' : ''}`, () => {
    const before = Reflect.ownKeys(Object.prototype).map(key => [key, Reflect.get(Object.prototype, key)]);
    const keys = chart.series ? ['status', 'owner'] : ['status'];
    const columns = [
      ...keys.map(key => ({ key, title: key, type: 'text' as const })),
      { key: 'count', title: '__proto__', type: 'number' as const },
    ];
    const rows = names.flatMap((status, at) =>
      (chart.series ? names : ['']).map(owner => ({ status, owner, count: at + 1 })),
    );
    const result = drawn(chart, { rows, columns, count: rows.length, totals: {}, overlap: false }, chartSvg);
    assert.deepEqual(
      Reflect.ownKeys(Object.prototype).map(key => [key, Reflect.get(Object.prototype, key)]),
      before,
    );
    // A line leaves out labels for which there is no space.
    for (const name of chart.kind === 'line' ? ['Open'] : names)
      assert.ok(result?.svg.includes(name) === true, `${name} is not drawn`);
  });
