/** Escapes text for HTML and for Markdown, so that nothing in it is read as markup. */
import { visibleLine } from './visible-text.ts';

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for HTML, also for an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, character => htmlEntities[character] ?? '');

const markdownEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Braces begin a template in some site generators.
  '{': '&#123;',
  '}': '&#125;',
  // A pipe ends a cell of a table even after a backslash.
  '|': '&#124;',
  // Markdown turns web and mail addresses into links without further markup.
  ':': '&#58;',
  '.': '&#46;',
  '@': '&#64;',
};

const special =
  /[\\`*[\]~$&<>{}|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=\w)|(?<=mailto|xmpp):/giu;

/** Escapes a text for a table cell or a paragraph, on one line; characters that are special only at a line's start stay. */
export const escapeMarkdown = (value: string): string =>
  visibleLine(value)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(special, character => markdownEntities[character] ?? `\\${character}`);
