/** One cell's element. */
import type { Shown } from '../cells/cell-format.ts';
import { cut, segments } from '../cells/hidden-characters.ts';
import { breakable, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };

/** Text in which hidden characters are marked. */
export const marked = (text: string): readonly (Node | string)[] =>
  segments(text).flatMap(segment =>
    segment.mark ? [element('span', { class: 'mark', text: segment.text })] : breakable(segment.text),
  );

/** The longest text that one cell is given; the rest is seen when it is opened. */
const longest = 400;

/** `links` = a page or a user can be opened. */
export function cellElement(shown: Shown, end: boolean, links: boolean): HTMLDivElement {
  const content = marked(cut(shown.text, longest));
  const isLink = shown.kind === 'link' && links && shown.text !== '';
  const isSymbol = shown.kind === 'yes' || shown.kind === 'no';
  return element('div', {
    class: `cell ${shown.kind}${end ? ' end' : ''}`,
    title: shown.tip,
    attributes: { role: 'gridcell', ...(isSymbol ? { 'aria-label': shown.tip } : {}) },
    children: [
      ...(shown.kind === 'nested' ? [drawing(icons.nested)] : []),
      ...(isLink ? [element('span', { class: 'link', children: content })] : content),
    ],
  });
}
