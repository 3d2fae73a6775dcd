/** The button that loads more rows, or continues an interrupted run. */
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import type { RunFinishMessage } from '#shared/protocol/panel-messages.ts';
import { text } from '../panel-texts.ts';

const grouped = new Intl.NumberFormat();

export function loadMore(finish: RunFinishMessage, more: () => void): readonly Node[] {
  const label = labelOf(finish);
  if (label === undefined) return [];
  const loadButton = button('', more, {
    class: 'secondary',
    children: [drawing(icons.more), element('span', { text: label })],
  });
  return [loadButton];
}

/** `undefined` = there are no more rows. */
function labelOf({ continues, step, total, rows }: RunFinishMessage): string | undefined {
  if (continues === true) return text('action.continue');
  if (step === undefined) return undefined;
  // The site may have fewer rows left.
  const coming = total === undefined ? step : Math.min(step, total - rows);
  return text('action.more', { count: grouped.format(coming > 0 ? coming : step) });
}
