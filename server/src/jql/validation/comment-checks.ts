import { tokensOf } from '../syntax/tokenize.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import type { Check } from './check.ts';

/** What a word with a `#` or `//` in it most likely ends before. */
const behindWord = /[\s,()"']|$/;

/** A `#` or `//` directly after a word begins a comment there, and with it the rest of the word is lost. */
export function checkComments(check: Check): void {
  const { body, hasComments } = check.query;
  if (!hasComments) return;
  const tokens = tokensOf(body.text);
  for (const [index, { kind, start, end }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (kind !== TokenKind.Comment || before === undefined || !isName(before.kind)) continue;
    const length = body.text.slice(start, end).search(behindWord);
    const written = body.text.slice(before.start, start + length);
    const sign = body.text.slice(start, start + (body.text[start] === '#' ? 1 : 2));
    const span = body.sourceOf(before.start, start + length);
    if (!check.isSuppressed({ span })) check.warning('glued-comment', span, { written, sign });
  }
}

const isName = (kind: TokenKind): boolean =>
  kind >= TokenKind.Word && kind <= TokenKind.Reserved && kind !== TokenKind.Quoted;
