import { lineEndFrom } from '../syntax/escapes.ts';
import type { JqlToken } from '../syntax/tokenize.ts';
import { TokenKind } from '../syntax/token-kinds.ts';

/** Looking for the end of each text takes its time, and longer ones are hardly meant as one. */
const longest = 500;

/**
 * The offsets of the quotes inside a quoted text that are not escaped, so that the grammar ends the text at the first of
 * them: `'it's'`, `"say "hello" now"`, `'users' guide'`. Empty where the text ends as it is meant to.
 *
 * @param following the tokens after the quoted one
 */
export function innerQuotes(
  text: string,
  { kind, start, end }: JqlToken,
  following: readonly JqlToken[],
): readonly number[] {
  const [next, second] = following;
  if (kind !== TokenKind.Quoted || next === undefined) return [];
  const isGlued = next.kind === TokenKind.Word;
  const isSpaced = next.kind === TokenKind.Space && second?.kind === TokenKind.Word;
  const quote = text[start]!;
  if (!(isGlued || isSpaced) || text[end - 1] !== quote) return [];
  const lineEnd = lineEndFrom(text, start, Math.min(text.length, start + longest));
  const inner = [end - 1];
  let isOpen = isGlued && isBlank(text, end - 2);
  for (let at = end; at < lineEnd; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) {
      const isInside = isOpen || isLetter(text, at + 1);
      // Where nothing of a text precedes it, the quote opens another one.
      if (!isInside) return isOpening(text, at) ? [] : inner;
      isOpen = !isOpen && isBlank(text, at - 1);
      inner.push(at);
    }
  }
  return [];
}

const isBlank = (text: string, at: number): boolean => /[\s(]/.test(text.charAt(at));
const isLetter = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));
const isOpening = (text: string, at: number): boolean =>
  /[\s(,=<>~]/.test(text.charAt(at - 1)) || /["']/.test(text.charAt(at + 1));
