import type { Span } from '../../language/span.ts';
import type { JqlQuery } from '../syntax/nodes.ts';
import { type JqlBodyToken, tokenize } from '../syntax/tokenize.ts';
import { isReserved, TokenKind } from '../syntax/token-kinds.ts';
import { beforeOf } from './completion-place.ts';
import { expectingAfter } from './expected.ts';

/** Words in the place of a field that can be the beginning of its name. */
export interface PartialName {
  /** With one blank between them, in lower case. */
  readonly words: string;
  /** What the name takes the place of. */
  readonly span: Span;
  /** After ORDER BY. */
  readonly sorts: boolean;
}

/** A name has hardly more words than this. */
const most = 6;

/**
 * The words before an offset, and the rest of the one it is in, where they are the beginning of a name of several words
 * that someone wrote without quotes; `undefined` = none.
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
  for (let at = last; at > last - most; at--) {
    const token = tokens[at];
    if (token === undefined || !isBareWord(token)) return undefined;
    const { start } = token.span;
    if (!/^ *$/.test(text.slice(token.span.end, next))) return undefined;
    next = start;
    const words = text.slice(start, offset).replaceAll(/ +/g, ' ').toLowerCase();
    if (!words.includes(' ') || !isBeginning(words)) continue;
    const { kind } = expectingAfter(beforeOf(text, tokens, start));
    if (kind === 'clause' || kind === 'sort') return { words, span: { start, end }, sorts: kind === 'sort' };
  }
  return undefined;
}

const isBareWord = ({ kind, variable }: JqlBodyToken): boolean =>
  !variable && (kind === TokenKind.Word || kind === TokenKind.Number || isReserved(kind));
