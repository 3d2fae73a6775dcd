/** One cell's element. */
import type { Shown } from '../cells/format.ts';
import { segments } from '../cells/hidden-characters.ts';
import { drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };

/** Text in which hidden characters stand as marks. */
export function marked(text: string): readonly Node[] {
  return segments(text).map(segment =>
    segment.mark
      ? element('span', { class: 'mark', text: segment.text })
      : document.createTextNode(segment.text),
  );
}

/** The longest text that one cell is given; the rest is seen when it is opened. */
const longest = 400;

/** `links` = a page or a user can be opened. */
export function cellElement(shown: Shown, end: boolean, links: boolean): HTMLDivElement {
  const cut = shown.text.length > longest ? `${shown.text.slice(0, longest)}…` : shown.text;
  const isLink = shown.kind === 'link' && links && shown.text !== '';
  const content = isLink
    ? [element('span', { class: 'link', children: marked(cut) })]
    : shown.kind === 'nested'
      ? [drawing(icons.nested), ...marked(cut)]
      : marked(cut);
  return element('div', {
    class: `cell ${shown.kind}${end ? ' end' : ''}`,
    title: shown.tip.length > 1000 ? `${shown.tip.slice(0, 1000)}…` : shown.tip,
    attributes: {
      role: 'gridcell',
      ...(shown.kind === 'yes' || shown.kind === 'no' ? { 'aria-label': shown.tip } : {}),
    },
    children: content,
  });
}
