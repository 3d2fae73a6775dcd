/** The tokens of a query for other uses than parsing. */
import type { MappedText, Piece } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import { CharClass, classes } from './characters.ts';
import { lineEndFrom } from './escapes.ts';
import { Scanner } from './scanner.ts';
import { kindOf, TokenKind } from './token-kinds.ts';

/** A token of a text. */
export interface JqlToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** A token of a query in the block; the use of a variable is one token, whatever its value. */
export interface JqlBodyToken {
  readonly kind: TokenKind;
  readonly span: Span;
  /** True where a part of it comes from a variable. */
  readonly variable: boolean;
}

const cache = new WeakMap<MappedText, readonly JqlBodyToken[]>();
const codeCache = new WeakMap<MappedText, readonly JqlBodyToken[]>();

/** Returns the tokens of a query's body in order, with comments, without white space. */
export function tokenize(body: MappedText): readonly JqlBodyToken[] {
  const tokens = cache.get(body) ?? bodyTokens(body);
  cache.set(body, tokens);
  return tokens;
}

/** Returns the tokens of a query's body in order, without comments. */
export function codeTokens(body: MappedText): readonly JqlBodyToken[] {
  const tokens = codeCache.get(body) ?? tokenize(body).filter(({ kind }) => kind !== TokenKind.Comment);
  codeCache.set(body, tokens);
  return tokens;
}

function bodyTokens(body: MappedText): readonly JqlBodyToken[] {
  const tokens: JqlBodyToken[] = [];
  const isVariable = variableFinder(body.pieces);
  for (const { kind, start, end } of tokensOf(body.text)) {
    if (kind === TokenKind.Space) continue;
    const span = body.sourceOf(start, end);
    const last = tokens.at(-1);
    if (last === undefined || span.start >= last.span.end)
      tokens.push({ kind, span, variable: isVariable(span) });
    else if (span.end > last.span.end)
      tokens[tokens.length - 1] = { ...last, span: { start: last.span.start, end: span.end } };
  }
  return tokens;
}

/** Returns a test of whether a span contains a variable; spans must be tested in order. */
function variableFinder(pieces: readonly Piece[]): (span: Span) => boolean {
  let first = 0;
  return ({ start, end }) => {
    while (first < pieces.length && pieces[first]!.source.end <= start) first++;
    for (let at = first; at < pieces.length && pieces[at]!.source.start < end; at++)
      if (!pieces[at]!.literal) return true;
    return false;
  };
}

const scanner = new Scanner();

/**
 * Returns every token of a part of a text in order, with white space and comments: together they are the whole part.
 */
export function tokensOf(text: string, from = 0, limit = text.length): JqlToken[] {
  scanner.read(text, from, limit);
  const tokens: JqlToken[] = [];
  let end = from;
  for (let index = 0; index <= scanner.count; index++) {
    const start = scanner.starts[index]!;
    addTrivia(tokens, text, end, start);
    end = scanner.ends[index]!;
    if (index < scanner.count) tokens.push({ kind: kindOf(scanner.kinds[index]!), start, end });
  }
  return tokens;
}

/** Adds the white space and comments between two tokens. */
function addTrivia(tokens: JqlToken[], text: string, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const start = at;
    while (at < to && classes[text.charCodeAt(at)] === CharClass.Space) at++;
    if (at > start) tokens.push({ kind: TokenKind.Space, start, end: at });
    if (at === to) return;
    const end = lineEndFrom(text, at, to);
    tokens.push({ kind: TokenKind.Comment, start: at, end });
    at = end;
  }
}

/**
 * True for two queries with the same tokens, whatever their white space, comments, and the case of unquoted words.
 */
export const isSameQuery = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

/** A character that no token contains. */
const separator = '\0';

const wordsOf = (jql: string): string =>
  tokensOf(jql)
    .filter(({ kind }) => kind !== TokenKind.Space && kind !== TokenKind.Comment)
    .map(({ kind, start, end }) => {
      const text = jql.slice(start, end);
      return kind === TokenKind.Quoted ? text : text.toLowerCase();
    })
    .join(separator);
