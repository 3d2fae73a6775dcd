import { type JqlToken, tokensOf } from '../syntax/tokenize.ts';
import { isOperatorStart, isReserved, isTrivia, TokenKind } from '../syntax/token-kinds.ts';

/** A token of a query as it is meant, where it is not written as JQL wants it. */
export interface Word extends JqlToken {
  /** A word with a sign in it that JQL reads otherwise: an apostrophe, or `&` without blanks. */
  readonly odd: boolean;
}

/**
 * The tokens of a query's text, blanks and comments left out, with what is most likely meant: `O'Brien` and `R&D` are one
 * word, `;` is a comma, `{` and `}` are brackets. What nothing is odd about is as the grammar reads it.
 */
export function wordsOf(text: string): readonly Word[] {
  const tokens = tokensOf(withoutApostrophes(text)).filter(({ kind }) => !isTrivia(kind));
  const words = joined(tokens, text).flatMap(token =>
    token.kind === TokenKind.Word ? split(token, text) : [token],
  );
  return [...words, { kind: TokenKind.End, start: text.length, end: text.length, odd: false }];
}

/** A query has no more apostrophes that are looked at. */
const mostApostrophes = 50;

/** The text with a letter in place of each apostrophe inside a word, so that it begins no quotes. */
function withoutApostrophes(text: string): string {
  let done = text;
  for (let count = 0; count < mostApostrophes; count++) {
    const tokens = tokensOf(done);
    const at = tokens.findIndex(
      ({ kind, start, end }, index) =>
        kind === TokenKind.Quoted &&
        done[start] === "'" &&
        tokens[index - 1]?.kind === TokenKind.Word &&
        end > start + 1 &&
        /\p{L}/u.test(done[start + 1]!),
    );
    if (at < 0) break;
    const { start } = tokens[at]!;
    done = `${done.slice(0, start)}x${done.slice(start + 1)}`;
  }
  return done;
}

/** Joins what is on both sides of `&` or `|` without blanks, unless a condition begins there. */
function joined(tokens: readonly JqlToken[], text: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { kind, start } = tokens[at]!;
    let { end } = tokens[at]!;
    let odd = kind === TokenKind.Word && text.slice(start, end).includes("'");
    while (isLetters(kind) && isGlued(tokens, text, at)) {
      odd = true;
      at += 2;
      ({ end } = tokens[at]!);
    }
    words.push({ kind: odd ? TokenKind.Word : kind, start, end, odd });
  }
  return words;
}

function isGlued(tokens: readonly JqlToken[], text: string, at: number): boolean {
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

/** Splits a word at a sign that is meant to separate or to enclose. */
function split(word: Word, text: string): Word[] {
  const parts: Word[] = [];
  const written = text.slice(word.start, word.end);
  if (/\{\{|\}\}/.test(written)) return [word];
  for (const match of written.matchAll(/[;{}]|[^;{}]+/g)) {
    const start = word.start + match.index;
    const kind = signs.get(match[0]);
    parts.push({ kind: kind ?? kindOf(match[0], word), start, end: start + match[0].length, odd: word.odd });
  }
  return parts;
}

const kindOf = (written: string, { kind }: Word): TokenKind =>
  /^\d+$/.test(written) ? TokenKind.Number : kind;
