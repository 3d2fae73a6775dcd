/** Splits a statement into its words. */
import type { Span } from '#shared/base/text/span.ts';

type TokenKind = 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'unclosed' | 'parameter';

/** A word of a statement and its place. */
export interface SqlToken extends Span {
  readonly kind: TokenKind;
  /** The text as SQLite understands it: without quotes. */
  readonly text: string;
}

/** Blanks are those of SQLite: it reads other spaces as letters, like all characters from U+0080. */
const tokenPattern =
  /(?<blank>[ \t\n\f\r][ \t\n\v\f\r]*|\u{FEFF}|--[^\n]*)|(?<word>[\p{L}_\u{80}-\u{10FFFF}][\p{L}\p{N}_$\u{80}-\u{10FFFF}]*)|"(?<double>(?:[^"]|"")*)"|`(?<back>(?:[^`]|``)*)`|(?<open>\[|\/\*)|'(?<text>(?:[^']|'')*)'|(?<unclosed>["`'])|(?<parameter>[?:@$#])|(?<number>\d[\w.]*|\.\d[\w.]*)|(?<sign>[\s\S])/gu;

function matchAt(sql: string, start: number): RegExpExecArray | null {
  tokenPattern.lastIndex = start;
  return tokenPattern.exec(sql);
}

/** The words of a statement; comments and blanks are left out. */
export function* tokensOf(sql: string): Generator<SqlToken> {
  const unclosedSigns = new Set<string>();
  let start = 0;
  for (let match = matchAt(sql, start); match; match = matchAt(sql, start)) {
    const { 0: whole, groups = {} } = match;
    const { blank, word, double, back, open, text, unclosed, parameter, number, sign } = groups;
    const span = { start, end: start + whole.length };
    start = span.end;
    if (blank !== undefined) continue;
    if (word !== undefined) yield { kind: 'word', text: word, ...span };
    else if (double !== undefined) yield { kind: 'quoted', text: double.replaceAll('""', '"'), ...span };
    else if (back !== undefined) yield { kind: 'quoted', text: back.replaceAll('``', '`'), ...span };
    else if (open !== undefined) {
      const closing = open === '[' ? ']' : '*/';
      // After one unclosed sign, later ones of its kind are unclosed too, so the search is skipped.
      const at = unclosedSigns.has(open) ? -1 : sql.indexOf(closing, span.end);
      if (at < 0) {
        unclosedSigns.add(open);
        yield { kind: 'unclosed', text: open, ...span };
        continue;
      }
      start = at + closing.length;
      if (open === '[')
        yield { kind: 'quoted', text: sql.slice(span.end, at), start: span.start, end: start };
    } else if (text !== undefined) yield { kind: 'text', text: text.replaceAll("''", "'"), ...span };
    else if (unclosed !== undefined) yield { kind: 'unclosed', text: unclosed, ...span };
    else if (parameter !== undefined) yield { kind: 'parameter', text: parameter, ...span };
    else if (number !== undefined) yield { kind: 'number', text: number, ...span };
    else yield { kind: 'sign', text: sign ?? '', ...span };
  }
}

/** Whether a token is one of these words, without quotes and in any case. */
export const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase());

export const isSign = (token: SqlToken | undefined, sign: string): boolean =>
  token?.kind === 'sign' && token.text === sign;

/** A token that can be a name: a word, or anything in quotes. */
export const isName = (token: SqlToken | undefined): token is SqlToken =>
  token !== undefined && (token.kind === 'word' || token.kind === 'quoted');

/** The ends of parentheses, by where they begin. */
export function closingOf(tokens: readonly SqlToken[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) open.push(index);
    else if (isSign(token, ')')) {
      const begin = open.pop();
      if (begin !== undefined) closing.set(begin, index);
    }
  }
  return closing;
}

/** The parts of a dotted name that ends at a token: `i` and `key` of `i.key`. */
export function partsTo(index: number, tokens: readonly SqlToken[]): SqlToken[] {
  let first = index;
  while (first >= 2 && isSign(tokens[first - 1], '.')) first -= 2;
  return tokens.slice(first, index + 1).filter(token => !isSign(token, '.'));
}
