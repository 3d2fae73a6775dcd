/** The lists in which the user chooses the parts of a chart. */
import { chartKinds } from '#shared/base/tables/view-text.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Column } from '#shared/protocol/run.ts';
import { element } from '../dom.ts';
import { type TextId, text } from '../panel-texts.ts';
import { keyOptions, type Option, optionOf, valueOptions } from './chart-choice.ts';

const none = '';

/** Makes the lists. @param choose is called with the whole chart after each change */
export function chartForm(
  chart: Chart,
  columns: readonly Column[],
  choose: (chart: Chart) => void,
): readonly HTMLElement[] {
  const keys = keyOptions(columns);
  const values = valueOptions(columns);
  const { series: _series, ...undivided } = chart;
  const kinds = chartKinds.map(kind => ({ value: kind, label: text(`chart.kind.${kind}`), chosen: kind }));
  return [
    pickList('kind', 'chart.kind', kinds, chart.kind, kind => choose({ ...chart, kind })),
    pickList('x', 'chart.x', keys, optionOf(keys, chart.x)?.value, x => choose({ ...chart, x })),
    pickList('y', 'chart.y', values, optionOf(values, chart.y)?.value, y => choose({ ...chart, y })),
    ...(chart.kind === 'pie'
      ? []
      : [
          pickList(
            'series',
            'chart.series',
            [{ value: none, label: text('chart.series.none'), chosen: undefined }, ...keys],
            optionOf(keys, chart.series)?.value ?? none,
            series => choose(series ? { ...undivided, series } : undivided),
          ),
        ]),
  ];
}

/**
 * A list in which the user picks a value, with its label.
 *
 * @param name tells the lists of a form apart
 */
export function pickList<Value>(
  name: string,
  label: TextId,
  options: readonly Option<Value>[],
  chosen: string | undefined,
  choose: (value: Value) => void,
): HTMLElement {
  const select = element('select', {
    attributes: { 'data-choice': name, 'aria-label': text(label) },
    children: options.map(({ value, label: shown }) =>
      element('option', { text: shown, attributes: { value } }),
    ),
  });
  select.value = chosen ?? none;
  select.addEventListener('change', () => {
    const option = options.find(({ value }) => value === select.value);
    if (option) choose(option.chosen);
  });
  return element('label', {
    class: 'chart-choice',
    children: [element('span', { class: 'quiet', text: text(label) }), select],
  });
}
