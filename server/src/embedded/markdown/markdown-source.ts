/** Reading the blocks of Markdown: fences, quotations, lists, comments. */
import type { Tree } from '@lezer/common';
import { parser } from '@lezer/markdown';

/** Reads Markdown's blocks, and nothing inside of their lines: that takes time in the square of their length. */
export const blockParser = parser.configure({
  remove: [
    'Escape',
    'Entity',
    'InlineCode',
    'HTMLTag',
    'Emphasis',
    'HardBreak',
    'Link',
    'Image',
    'LinkEnd',
    'LinkReference',
  ],
});

/** A Markdown text. Everything that reads its blocks shares one parse. */
export class MarkdownSource {
  readonly text: string;
  #parsed: { readonly tree: Tree | undefined } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Its blocks; `undefined` = it has too many levels to be read. Parsed when it is first read. */
  get tree(): Tree | undefined {
    this.#parsed ??= { tree: parseMarkdown(this.text) };
    return this.#parsed.tree;
  }
}

function parseMarkdown(text: string): Tree | undefined {
  try {
    return blockParser.parse(blockText(text));
  } catch {
    return undefined;
  }
}

/** YAML at the start of the file; a thematic break has a blank line below it. */
const frontMatter = /^\uFEFF?---[ \t]*\n(?![ \t]*\n)[^]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** A line with more marks of quotations and lists than are read: the time to read grows with the square of their number. */
const deepLine = /^((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100})(.+)$/gm;

/**
 * Returns a Markdown file for the grammar, with the same offsets: the grammar ends lines only at `\n`, does not know front
 * matter, and takes minutes for a line with many levels.
 */
export const blockText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, end => (end === '\r' ? '\n' : ' \n'))
    .replace(frontMatter, yaml => yaml.replaceAll(/[^\n]/g, ' '))
    .replace(/^\uFEFF/, ' ')
    .replaceAll(deepLine, (_, levels: string, rest: string) => levels + 'x'.repeat(rest.length));
