/** Text of others in Markdown: nothing in it is read as markup, ends what it is in, or looks like a marker. */
import { visibleLine } from './visible-text.ts';

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

/** A text on one line, as a cell or inside a paragraph; what only begins a line is left. */
export const markdownText = (value: string): string =>
  visibleLine(value)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(special, character => entities[character] ?? `\\${character}`);
