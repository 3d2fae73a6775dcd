/** Text of a server in Markdown: nothing in it is read as markup, ends what it is in, or looks like a marker. */
import { visibleLine } from '../common/visible-text.ts';

/** Characters of one value that are shown. */
const longestValue = 500;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Braces begin a template of a site generator.
  '{': '&#123;',
  '}': '&#125;',
  // It ends a cell of a table, whatever is before it.
  '|': '&#124;',
  // What is made a link without any other sign: an address, also of mail.
  ':': '&#58;',
  '.': '&#46;',
  '@': '&#64;',
};

const special =
  /[\\`*[\]~$&<>{}|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=\w)|(?<=mailto|xmpp):/giu;
/** What begins a heading, a list, a quotation or a line below a heading. */
const beginsBlock = /^(?:\d{1,9}(?=[.)])|(?=[-+#=]))/;

/** A value on one line, as a part of a paragraph, a list or a cell. */
export function escapeMarkdown(value: string): string {
  return visibleLine(shortened(value))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(special, character => entities[character] ?? `\\${character}`)
    .replace(beginsBlock, start => `${start}\\`);
}

const shortened = (value: string): string =>
  value.length > longestValue ? `${value.slice(0, longestValue - 1).toWellFormed()}…` : value;

/** An address as the target of a link; `undefined` = it does not lead to a page. */
export function linkTarget(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href.replaceAll(/[\s<>()[\]\\`|*~"'{}!$]/g, encoded);
}

const encoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
