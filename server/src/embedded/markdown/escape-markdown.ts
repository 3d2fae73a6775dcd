/** Escapes text of a server for a report. */
import { markdownText } from '#shared/base/markup-text.ts';
import { shorten } from '#shared/base/shorten.ts';

/** Characters of one value that are shown. */
const longestValue = 500;

/** The start of a heading, a list, a quotation or a line below a heading. */
const beginsBlock = /^(?:\d{1,9}(?=[.)])|(?=[-+#=]))/;

/** Returns a value on one line, escaped for a paragraph, a list or a cell. */
export const escapeMarkdown = (value: string): string =>
  markdownText(shorten(value, longestValue)).replace(beginsBlock, start => `${start}\\`);

/** Returns an address as the target of a link; `undefined` = it is not the address of a page. */
export function linkTarget(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href.replaceAll(/[\s<>()[\]\\`|*~"'{}!$]/g, encoded);
}

const encoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
