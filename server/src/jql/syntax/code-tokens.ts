import type { MappedText } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
import { type ScannedToken, tokensOf } from './tokenize.ts';
import { isTrivia } from './tokens.ts';

/** A token of a query's body with the place in the block that it comes from. */
export interface CodeToken extends ScannedToken {
  readonly source: Span;
}

const known = new WeakMap<MappedText, readonly CodeToken[]>();

/** Every token of a query's body that means something, in order: no blanks, no comments. */
export function codeTokens(body: MappedText): readonly CodeToken[] {
  const tokens =
    known.get(body) ??
    tokensOf(body.text)
      .filter(({ kind }) => !isTrivia(kind))
      .map(token => ({ ...token, source: body.sourceOf(token.start, token.end) }));
  known.set(body, tokens);
  return tokens;
}
