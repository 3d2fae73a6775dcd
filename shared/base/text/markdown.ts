import { visibleLine } from '../visible-text.ts';
import { shorten } from '../shorten.ts';

/** A text inside a line of Markdown, shown as it is: nothing in it becomes markup, a link or HTML. */
export const escaped = (text: string): string =>
  visibleText(text).replace(/[\\`*_[\]<>&~|@]|:(?=\/\/)|(?<=www)\./gi, String.raw`\$&`);

/** A text as code inside a line, fenced by more backticks than it holds; an empty one is shown as `""`. */
export function code(text: string): string {
  const visible = visibleText(text);
  if (visible === '') return '`""`';
  const longest = longestBackticks(visible);
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 || /^\s|\s$/.test(visible) ? ' ' : '';
  return fence + padding + visible + padding + fence;
}

/** Lines as a block of code in a language; a longer fence than any in them. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, longestBackticks(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The length of the longest sequence of backticks in a text of any length; 0 = it has none. */
function longestBackticks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

const maxShownLength = 500;

/** A text on one line, cut to a limit, with a visible sign in place of every character that cannot be seen. */
export function visibleText(text: string): string {
  return visibleLine(shorten(text, maxShownLength));
}
