/** Values of one run in JQL: whatever they hold, they stay one value, or the items of one list. */
import type { BoundValue } from '../../queryfile/bound-values.ts';
import { usePattern } from '../../queryfile/variables.ts';
import { undefinedVariable } from './cursor.ts';
import { inComment, openAt } from './escapes.ts';
import { escapedFor } from './quotes.ts';

const doubleQuote = 34;
/** What no quoted text may hold as it is. */
const refused = /[\0-\x1F\x7F-\x9F\uFDD0-\uFDEF\uFFFC\uFFFE\uFFFF]/g;

/** A text inside quotes of that kind, given by their code, with whatever it holds. */
export const insideQuotes = (text: string, quote: number): string =>
  escapedFor(text, quote).replace(
    refused,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A value as it is written where the quote `open` is open, or none is (0). */
export function givenText({ items, isNumber = false }: BoundValue, open: number): string {
  if (open !== 0) return items.map(item => insideQuotes(item, open)).join(', ');
  return items.map(item => (isNumber ? item : `"${insideQuotes(item, doubleQuote)}"`)).join(', ');
}

/** A text between two characters, with spaces where they would be one word with it, or escape its first quote. */
export const padded = (text: string, before: string, after: string): string =>
  (standsApart(before) ? '' : ' ') + text + (standsApart(after) ? '' : ' ');

/** Whether a value can follow or precede a character directly. */
export const standsApart = (character: string): boolean => /^[\s(),=<>~!]$/.test(character);

/** A variable's value with what is given in place of its uses; a name without a value is `undefinedVariable`. */
export function withGiven(
  value: string,
  given: (name: string) => BoundValue | undefined,
  isQuoted: boolean,
): string {
  let open = 0;
  let done = 0;
  let text = '';
  for (const match of value.matchAll(usePattern)) {
    open = isQuoted ? 0 : openAt(value, done, match.index, open);
    text += value.slice(done, match.index);
    done = match.index + match[0].length;
    const found = match[1] === undefined ? undefined : given(match[1]);
    if (isQuoted) text += found?.items.join(', ') ?? match[0];
    else if (found === undefined) text += undefinedVariable;
    else if (open !== inComment)
      text += padded(
        givenText(found, open),
        open === 0 ? value.charAt(match.index - 1) : ' ',
        open === 0 ? value.charAt(done) : ' ',
      );
  }
  return text + value.slice(done);
}
