/** Finds what is possible at the cursor, and the text that a completion replaces. */
import type { Span } from '#shared/base/text/span.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { type JqlBodyToken, tokenize } from '../syntax/tokenize.ts';
import { isOperatorSign, TokenKind, isReserved } from '../syntax/token-kinds.ts';
import { type PrecedingToken, type Expecting, expectingAfter } from './expected.ts';

/** A cursor in a query: what is possible there, and the text that a proposal replaces. */
export interface CompletionPlace {
  readonly expecting: Expecting;
  /** The word around the cursor, quotes included; empty = none. */
  readonly span: Span;
}

/**
 * Returns what is possible at an offset, and the text to replace; `undefined` = in a comment, or in the use of a
 * variable.
 */
export function placeAt(text: string, query: JqlQuery, offset: number): CompletionPlace | undefined {
  const tokens = tokenize(query.body);
  const under = tokens.find(token => token.span.start < offset && offset <= token.span.end);
  if (under?.kind === TokenKind.Comment || under?.variable) return undefined;
  const before = (end: number): PrecedingToken[] => precedingTokens(text, tokens, end);
  if (under === undefined || !isTouchable(under)) {
    return { expecting: expectingAfter(before(offset)), span: { start: offset, end: offset } };
  }
  const start = under.span.start;
  const expecting = expectingAfter(before(start));
  // `!` or `<` may become a longer sign only where an operator is expected.
  const isSign = isOperatorSign(under.kind) || under.kind === TokenKind.Bang;
  if (isSign && expecting.kind !== 'operator') {
    return { expecting: expectingAfter(before(offset)), span: { start: offset, end: offset } };
  }
  return { expecting, span: wordSpan(text, under, offset) };
}

/**
 * Returns what can directly follow the sign of an operator that ends at an offset; `undefined` = no sign ends there.
 */
export function expectingAfterSign(text: string, { body }: JqlQuery, offset: number): Expecting | undefined {
  const tokens = tokenize(body);
  const sign = tokens.find(({ span, variable }) => span.end === offset && !variable);
  const isSign = sign !== undefined && isOperatorSign(sign.kind);
  return isSign ? expectingAfter(precedingTokens(text, tokens, offset)) : undefined;
}

/** Returns the tokens that end before an offset, without comments. */
export const precedingTokens = (
  text: string,
  tokens: readonly JqlBodyToken[],
  end: number,
): PrecedingToken[] =>
  tokens
    .filter(({ kind, span }) => kind !== TokenKind.Comment && span.end <= end)
    .map(({ kind, span }) => ({ kind, text: text.slice(span.start, span.end) }));

/** True for a token that can be an incomplete word, unlike parentheses and commas. */
const isTouchable = ({ kind }: JqlBodyToken): boolean =>
  kind !== TokenKind.Open &&
  kind !== TokenKind.Close &&
  kind !== TokenKind.Comma &&
  kind !== TokenKind.OpenBracket &&
  kind !== TokenKind.CloseBracket;

/**
 * Returns the span to replace. An unclosed quote can extend far beyond the cursor: then the text after the cursor is
 * not part of the word.
 */
function wordSpan(text: string, { kind, span }: JqlBodyToken, offset: number): Span {
  if (kind !== TokenKind.Quoted) return span;
  const isClosed = span.end - span.start > 1 && text[span.end - 1] === text[span.start];
  return isClosed ? span : { start: span.start, end: offset };
}

/** Words in the place of a field that can be the beginning of its name. */
export interface PartialName {
  /** The words in lower case, with one blank between them. */
  readonly words: string;
  /** The span that the name replaces. */
  readonly span: Span;
  /** After ORDER BY. */
  readonly sorts: boolean;
}

/** The most words of a name that are looked at. */
const maxTokens = 6;

/**
 * Returns the words up to an offset that begin the name of a field of several words, written without quotes;
 * `undefined` = none.
 *
 * @param isBeginning whether any field's name begins like that; in lower case
 */
export function partialNameAt(
  text: string,
  query: JqlQuery,
  offset: number,
  isBeginning: (words: string) => boolean,
): PartialName | undefined {
  const tokens = tokenize(query.body);
  const last = tokens.findLastIndex(({ span }) => span.start < offset);
  const end = Math.max(offset, tokens[last]?.span.end ?? offset);
  let next = end;
  for (let at = last; at > last - maxTokens; at--) {
    const token = tokens[at];
    if (token === undefined || !isBareWord(token)) return undefined;
    const { start } = token.span;
    if (!/^ *$/.test(text.slice(token.span.end, next))) return undefined;
    next = start;
    const words = text.slice(start, offset).replaceAll(/ +/g, ' ').toLowerCase();
    if (!words.includes(' ') || !isBeginning(words)) continue;
    const { kind } = expectingAfter(precedingTokens(text, tokens, start));
    if (kind === 'clause' || kind === 'sort') return { words, span: { start, end }, sorts: kind === 'sort' };
  }
  return undefined;
}

const isBareWord = ({ kind, variable }: JqlBodyToken): boolean =>
  !variable && (kind === TokenKind.Word || kind === TokenKind.Number || isReserved(kind));
