import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfSameReport, markedChart } from '#shared/base/tables/chart-mark.ts';
import { ChartNames } from '../../../../server/src/runs/reports/chart-file.ts';

const nameOf = (file: string, ...labels: readonly string[]): string => {
  const names = new ChartNames(file);
  return labels.map(label => names.next(label)).join(' ');
};

const names: readonly (readonly [file: string, labels: readonly string[], expected: string])[] = [
  ['r.md', ['by status'], 'r-by-status.svg'],
  ['r.md', ['A/B', 'a b', '../a: b'], 'r-a-b.svg r-a-b-2.svg r-a-b-3.svg'],
  ['my.report.md', ['1'], 'my.report-1.svg'],
  ['r', ['…'], 'r-chart.svg'],
  ['r.md', ['\u00C4', 'A\u0308'], 'r-\u00E4.svg r-\u00E4-2.svg'],
  ['r.md', ['\u0939\u093F\u0928\u094D\u0926\u0940'], 'r-\u0939\u093F\u0928\u094D\u0926\u0940.svg'],
  ['r.md', [`${'a'.repeat(59)}\u{20000}\u{20000}`], `r-${'a'.repeat(59)}.svg`],
];
for (const [file, labels, expected] of names)
  test(`the charts ${labels.join(', ')} of ${file}`, () => assert.equal(nameOf(file, ...labels), expected));

test('a name is at most 217 bytes long, so that a draft beside it can be made', () => {
  for (const character of ['y', '\u65E5', '\u{20000}']) {
    const name = nameOf(`${character.repeat(225)}.md`, character.repeat(500));
    assert.ok(Buffer.byteLength(name) <= 217, name);
    assert.ok(encodeURIComponent(name).length > 0);
  }
});

test('a name with half a character can be encoded', () =>
  assert.ok(encodeURIComponent(nameOf('a\uD800.md', 'b\uDC00'))));

test('a chart replaces only one of the same report', () => {
  const svg = '<svg width="1" height="1">\n<rect/></svg>';
  const chart = markedChart(svg, 'a & b.md');
  assert.match(
    chart,
    /^<svg width="1" height="1">\n<metadata>[^<]*a &amp; b\.md<\/metadata>\n<rect\/><\/svg>$/,
  );
  assert.ok(isOfSameReport(markedChart('<svg></svg>', 'a & b.md'), markedChart('<svg>x</svg>', 'a & b.md')));
  assert.ok(!isOfSameReport(markedChart(svg, 'a.md'), chart));
  assert.ok(!isOfSameReport(svg, chart));
  assert.ok(!isOfSameReport('', chart));
});
