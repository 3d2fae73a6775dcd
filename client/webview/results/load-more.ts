/** The button that loads more rows, or continues an interrupted run. */
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import type { RunFinishMessage } from '#shared/protocol/panel-messages.ts';
import { text } from '../panel-texts.ts';

const grouped = new Intl.NumberFormat();

/** @param step the number of rows to load */
export function loadMore(
  finish: RunFinishMessage | undefined,
  step: number,
  more: (rows: number) => void,
): readonly Node[] {
  const isInterrupted = finish?.continues === true;
  if (finish?.status !== 'more' && !isInterrupted) return [];
  // The site may have fewer rows left.
  const coming = finish.total === undefined ? step : Math.min(step, finish.total - finish.rows);
  const label = isInterrupted
    ? text('action.continue')
    : text('action.more', { count: grouped.format(coming > 0 ? coming : step) });
  const loadButton = button('', () => more(step), {
    class: 'secondary',
    children: [drawing(icons.more), element('span', { text: label })],
  });
  return [loadButton];
}
