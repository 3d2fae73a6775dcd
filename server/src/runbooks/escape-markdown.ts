/** Text of a server as a part of a report. */
import { markdownText } from '../common/markup-text.ts';
import { shorten } from '../common/shorten.ts';

/** Characters of one value that are shown. */
const longestValue = 500;

/** What begins a heading, a list, a quotation or a line below a heading. */
const beginsBlock = /^(?:\d{1,9}(?=[.)])|(?=[-+#=]))/;

/** A value on one line, as a part of a paragraph, a list or a cell. */
export const escapeMarkdown = (value: string): string =>
  markdownText(shorten(value, longestValue)).replace(beginsBlock, start => `${start}\\`);

/** An address as the target of a link; `undefined` = it does not lead to a page. */
export function linkTarget(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href.replaceAll(/[\s<>()[\]\\`|*~"'{}!$]/g, encoded);
}

const encoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
