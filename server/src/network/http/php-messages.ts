/**
 * The messages that PHP prints before the output of a program, where its setting `display_errors` is on: as HTML or as lines.
 * https://www.php.net/manual/en/errorfunc.configuration.php#ini.html-errors
 */
import { htmlText } from '#shared/base/read-html.ts';
import { shorten } from '#shared/base/shorten.ts';

const message =
  /^\s*(?:<br \/>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards|Recoverable fatal error|Catchable fatal error|Fatal error|Parse error)(?:<\/b>)?: /;

/** UTF-16 units at the beginning of a text that can be messages, and of the one that is quoted. */
const [longestMessages, longestQuoted] = [20_000, 300];

/** The first message of PHP at the beginning of a text, on one line; `undefined` = it begins with none. */
export function phpMessage(text: string): string | undefined {
  if (!message.test(text.slice(0, longestQuoted))) return undefined;
  const line = text.replace(/^\s*(?:<br \/>\s*)?/, '').slice(0, longestMessages);
  return shorten(htmlText(line.slice(0, line.search(/\n|$/))), longestQuoted);
}

/** The places after messages of PHP where JSON may begin, in their order. */
export const jsonStarts = (text: string): readonly number[] =>
  Array.from(text.slice(0, longestMessages).matchAll(/(?<=\n|>)[{[]/g), ({ index }) => index);
