/** Splits a query into the words that the user probably means. */
import { type JqlToken, tokensOf } from '../syntax/tokenize.ts';
import { isOperatorStart, isReserved, isTrivia, TokenKind } from '../syntax/token-kinds.ts';
import { lineEndFrom } from '../syntax/escapes.ts';

/** A token of a query as the user probably means it. */
export interface Word extends JqlToken {
  /**
   * True for a word with an apostrophe or `&` in it, which JQL reads differently, and for a quoted text with a quote
   * in it.
   */
  readonly misread: boolean;
}

/**
 * Returns the tokens of a query as they are probably meant, without blanks and comments: `O'Brien` and `R&D` are one
 * word, `;` is a comma, `{` and `}` are brackets. All other tokens are as the grammar reads them.
 */
export function wordsOf(text: string): readonly Word[] {
  const plain = withoutApostrophes(text);
  const tokens = tokensOf(plain).filter(({ kind }) => !isTrivia(kind));
  const words = joined(tokens, text, plain).flatMap(token =>
    token.kind === TokenKind.Word ? split(token, text) : [token],
  );
  return [...words, { kind: TokenKind.End, start: text.length, end: text.length, misread: false }];
}

/** The maximum number of apostrophes that are examined in a query. */
const maxApostrophes = 50;

/**
 * Returns the text with a letter in place of each quote inside a word or a quoted text, so that it begins and ends
 * nothing.
 */
function withoutApostrophes(text: string): string {
  let done = text;
  for (let count = 0; count < maxApostrophes; count++) {
    const inside = firstInside(done);
    if (inside.length === 0) break;
    for (const at of inside) done = `${done.slice(0, at)}x${done.slice(at + 1)}`;
  }
  return done;
}

/** Returns the offsets of the quotes inside the first word or quoted text that has any. */
function firstInside(text: string): readonly number[] {
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    const { kind, start, end } = token;
    if (kind !== TokenKind.Quoted) continue;
    const isInWord =
      text[start] === "'" &&
      tokens[index - 1]?.kind === TokenKind.Word &&
      end > start + 1 &&
      /\p{L}/u.test(text[start + 1]!);
    const inside = isInWord ? [start] : innerQuotes(text, token, tokens.slice(index + 1, index + 3));
    if (inside.length > 0) return inside;
  }
  return [];
}

/** Joins the words on both sides of `&` or `|` without blanks, unless a condition begins there. */
function joined(tokens: readonly JqlToken[], text: string, plain: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { kind, start } = tokens[at]!;
    let { end } = tokens[at]!;
    let odd = text.slice(start, end) !== plain.slice(start, end);
    while (isLetters(kind) && joinsNextWord(tokens, text, at)) {
      odd = true;
      at += 2;
      ({ end } = tokens[at]!);
    }
    words.push({ kind: odd && kind !== TokenKind.Quoted ? TokenKind.Word : kind, start, end, misread: odd });
  }
  return words;
}

function joinsNextWord(tokens: readonly JqlToken[], text: string, at: number): boolean {
  const [left, sign, right, next] = [tokens[at]!, tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  return (
    sign !== undefined &&
    right !== undefined &&
    /^[&|]$/.test(text.slice(sign.start, sign.end)) &&
    sign.start === left.end &&
    right.start === sign.end &&
    isLetters(right.kind) &&
    !(next !== undefined && (isOperatorStart(next.kind) || next.kind === TokenKind.Not))
  );
}

const isLetters = (kind: TokenKind): boolean =>
  kind === TokenKind.Word || kind === TokenKind.Number || isReserved(kind);

const signs: ReadonlyMap<string, TokenKind> = new Map([
  [';', TokenKind.Comma],
  ['{', TokenKind.OpenBracket],
  ['}', TokenKind.CloseBracket],
]);

/** Splits a word at separators and braces. */
function split(word: Word, text: string): Word[] {
  const parts: Word[] = [];
  const wordText = text.slice(word.start, word.end);
  if (/\{\{|\}\}/.test(wordText)) return [word];
  for (const match of wordText.matchAll(/[;{}]|[^;{}]+/g)) {
    const start = word.start + match.index;
    const kind = signs.get(match[0]);
    parts.push({
      kind: kind ?? kindOf(match[0], word),
      start,
      end: start + match[0].length,
      misread: word.misread,
    });
  }
  return parts;
}

const kindOf = (written: string, { kind }: Word): TokenKind =>
  /^\d+$/.test(written) ? TokenKind.Number : kind;

/** The maximum length of a text: finding the end takes time, and longer ones are hardly meant as one. */
const longest = 500;

/**
 * Returns the offsets of unescaped quotes inside a quoted text, where the grammar ends the text at the first of them:
 * `'it's'`, `"say "hello" now"`, `'users' guide'`. Empty where the text ends as intended.
 *
 * @param following the tokens after the quoted one
 */
function innerQuotes(
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
  // `"Open and type="Bug"` lacks a quote before the sign.
  if (/[,=<>~]/.test(text.charAt(end - 2))) return [];
  const inner = [end - 1];
  let isOpen = isGlued && isBlank(text, end - 2);
  for (let at = end; at < lineEnd; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) {
      const isInside = isOpen || isLetter(text, at + 1);
      // A quote after a space or a sign opens another text.
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
