import { CharClass, classes } from './characters.ts';
import { lineEndFrom } from './quotes.ts';
import { Scanner } from './scanner.ts';
import { kindOf, TokenKind } from './tokens.ts';

/** A token with its place in the scanned text. */
export interface ScannedToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** Every token of a part of a text in order, white space and comments included: together they are the whole part. */
export function tokensOf(text: string, from = 0, limit = text.length): ScannedToken[] {
  const scanner = new Scanner();
  scanner.read(text, from, limit);
  const tokens: ScannedToken[] = [];
  let end = from;
  for (let index = 0; index <= scanner.count; index++) {
    const start = scanner.starts[index]!;
    addTrivia(tokens, text, end, start);
    end = scanner.ends[index]!;
    if (index < scanner.count) tokens.push({ kind: kindOf(scanner.kinds[index]!), start, end });
  }
  return tokens;
}

/** White space and comments between two tokens. */
function addTrivia(tokens: ScannedToken[], text: string, from: number, to: number): void {
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
