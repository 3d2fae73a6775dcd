/** One cell's element. */
import type { Shown } from '../cells/cell-format.ts';
import { segments, visible } from '../cells/hidden-characters.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { breakable, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import { shorten } from '../../../server/src/common/shorten.ts';

/** Text in which hidden characters are marked. */
export const marked = (given: string): readonly (Node | string)[] =>
  segments(given).flatMap(segment =>
    segment.mark ? [element('span', { class: 'mark', text: segment.text })] : breakable(segment.text),
  );

/** The longest text that one cell is given; the rest is seen when it is opened. */
const longest = 400;

/** What the texts of a cell mention, by their elements. */
const mentioned = new WeakMap<Element, Mention>();

/** The mention that an element of a cell shows. */
export const mentionOf = (shown: Element | null): Mention | undefined =>
  shown ? mentioned.get(shown) : undefined;

/** What opening a mention does. */
export const mentionTip = ({ kind, value }: Mention): string =>
  kind === 'issue' ? text('issue.openHint', { key: value }) : visible(value);

/** Text with its mentions as `made`. */
export function withMentions(
  given: string,
  mentions: readonly Mention[],
  made: (mention: Mention, content: readonly (Node | string)[]) => Node,
): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const mention of mentions) {
    parts.push(
      ...marked(given.slice(end, mention.start)),
      made(mention, marked(given.slice(mention.start, mention.end))),
    );
    end = mention.end;
  }
  return [...parts, ...marked(given.slice(end))];
}

/** What a cell mentions in the part of its text that is shown; `isCut`: the text goes on after that. */
export function mentionsOfCell(
  { text: given }: Shown,
  isCut: boolean,
  find: FindMentions,
): readonly Mention[] {
  const last = isCut ? given.length - 1 : given.length;
  return find(given.slice(0, longest + 1)).filter(({ end }) => end <= Math.min(last, longest));
}

const mentionElement = (mention: Mention, children: readonly (Node | string)[]): HTMLElement => {
  const made = element('span', { class: 'mention', title: mentionTip(mention), children });
  mentioned.set(made, mention);
  return made;
};

/** `links` = a page or a user can be opened. */
export function cellElement(
  shown: Shown,
  end: boolean,
  links: boolean,
  mentions: readonly Mention[] = [],
): HTMLDivElement {
  const content = withMentions(shorten(shown.text, longest), mentions, mentionElement);
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
