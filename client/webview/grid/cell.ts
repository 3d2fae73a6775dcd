/** The element of a cell. */
import type { Shown } from '../cells/cell-format.ts';
import { segments, visible } from '../cells/hidden-characters.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { breakable, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import { shorten } from '#shared/base/shorten.ts';

/** The nodes of a text, in which hidden characters are marked. */
export const marked = (content: string): readonly (Node | string)[] =>
  segments(content).flatMap(segment =>
    segment.mark ? [element('span', { class: 'mark', text: segment.text })] : breakable(segment.text),
  );

/** The maximum length of the text of a cell's element; the whole value is shown when the cell is opened. */
const longest = 400;

/** The mentions in the texts of cells, by their elements. */
const mentioned = new WeakMap<Element, Mention>();

/** The mention that an element of a cell shows; `undefined` = none. */
export const mentionOf = (shown: Element | null): Mention | undefined =>
  shown ? mentioned.get(shown) : undefined;

/** The tooltip of a mention, which says what opening it does. */
export const mentionTip = ({ kind, value }: Mention): string =>
  kind === 'issue' ? text('issue.openHint', { key: value }) : visible(value);

/** The nodes of a text, with the nodes that `made` returns in place of its mentions. */
export function withMentions(
  content: string,
  mentions: readonly Mention[],
  made: (mention: Mention, content: readonly (Node | string)[]) => Node,
): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const mention of mentions) {
    parts.push(
      ...marked(content.slice(end, mention.start)),
      made(mention, marked(content.slice(mention.start, mention.end))),
    );
    end = mention.end;
  }
  return [...parts, ...marked(content.slice(end))];
}

/** The mentions in the part of a cell's text that is shown. @param isCut whether the text continues after that part */
export function mentionsOfCell(
  { text: content }: Shown,
  isCut: boolean,
  find: FindMentions,
): readonly Mention[] {
  const last = isCut ? content.length - 1 : content.length;
  return find(content.slice(0, longest + 1)).filter(({ end }) => end <= Math.min(last, longest));
}

const mentionElement = (mention: Mention, children: readonly (Node | string)[]): HTMLElement => {
  const span = element('span', { class: 'mention', title: mentionTip(mention), children });
  mentioned.set(span, mention);
  return span;
};

/** Letters of scripts that may join them. */
const otherLetter = /[^\p{Script=Latin}\P{L}]/u;

/** A long name in two parts, of which the last words stay in sight; `[]` = a short one, or one whose letters may be joined. */
function partsOf(name: string): readonly string[] {
  const at = name.indexOf(' ', Math.max(24, name.length - 16));
  return at < 0 || at > name.length - 7 || otherLetter.test(name) ? [] : [name.slice(0, at), name.slice(at)];
}

/** The nodes of a name. Names that begin alike can be told apart where they are cut. */
function nameNodes(name: string): { class: string; children: readonly (Node | string)[] } {
  const parts = partsOf(name);
  return parts.length === 0
    ? { class: 'link', children: marked(name) }
    : { class: 'link long', children: parts.map(part => element('span', { children: marked(part) })) };
}

/** @param links whether pages and users can be opened */
export function cellElement(
  shown: Shown,
  end: boolean,
  links: boolean,
  mentions: readonly Mention[] = [],
): HTMLDivElement {
  const words = shorten(shown.text, longest);
  const content = withMentions(words, mentions, mentionElement);
  const isLink = shown.kind === 'link' && links && shown.text !== '';
  const isSymbol = shown.kind === 'yes' || shown.kind === 'no';
  return element('div', {
    class: `cell ${shown.kind}${end ? ' end' : ''}`,
    title: shown.tip,
    attributes: { role: 'gridcell', ...(isSymbol ? { 'aria-label': shown.tip } : {}) },
    children: [
      ...(shown.kind === 'nested' ? [drawing(icons.nested)] : []),
      ...(isLink
        ? [element('span', mentions.length === 0 ? nameNodes(words) : { class: 'link', children: content })]
        : content),
    ],
  });
}
