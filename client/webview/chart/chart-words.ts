/** Describes a chart for screen readers: as a sentence, and as a table of its numbers. */
import type { ChartData } from '../../../server/src/results/charts/chart-data.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { text } from '../panel-texts.ts';

type Format = (value: number) => string;

/** The maximum number of values in the sentence. */
const maxNamed = 10;

/** A chart as a sentence: "Bar chart: count by status. Open 12, Closed 5." */
export function describe({ kind }: Chart, data: ChartData, format: Format): string {
  const { x, y, categories, series } = data;
  const namedCategories = categories.slice(0, maxNamed).map((label, index) => {
    const values = series.flatMap(({ values: numbers }) => numbers[index] ?? []);
    return `${label} ${format(values.reduce((sum, value) => sum + value, 0))}`;
  });
  const unnamedCount = categories.length - namedCategories.length;
  return visible(
    text('chart.description', {
      kind: text(`chart.kind.${kind}`),
      x,
      y,
      values: [
        ...namedCategories,
        ...(unnamedCount > 0 ? [text('chart.more', { count: format(unnamedCount) })] : []),
      ].join(', '),
    }),
  );
}

/** Draws the numbers of a chart as a table. */
export function dataTable({ x, y, categories, series }: ChartData, format: Format): readonly HTMLElement[] {
  const cell = (value: number | null | undefined): HTMLElement =>
    element('td', { text: value === null || value === undefined ? '–' : format(value) });
  const head = [x, ...(series.length > 1 ? series.map(({ name }) => name) : [y])].map(title =>
    element('th', { text: visible(title), attributes: { scope: 'col' } }),
  );
  const rows = categories.map((label, index) =>
    element('tr', {
      children: [
        element('th', { text: visible(label), attributes: { scope: 'row' } }),
        ...series.map(({ values }) => cell(values[index])),
      ],
    }),
  );
  const table = element('table', {
    children: [
      element('thead', { children: [element('tr', { children: head })] }),
      element('tbody', { children: rows }),
    ],
  });
  const label = text('chart.data');
  return [
    element('summary', { text: label }),
    element('div', {
      class: 'chart-numbers',
      attributes: { tabindex: '0', role: 'region', 'aria-label': label },
      children: [table],
    }),
  ];
}
