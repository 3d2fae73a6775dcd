import type { Cursor } from './cursor.ts';
import type { Value, WordForm } from './nodes.ts';
import { unescaped } from './quotes.ts';
import { TokenKind } from './tokens.ts';

/** A word, a number or something quoted: what can be a name or a value. */
export const isPlain = (kind: TokenKind): boolean => kind >= TokenKind.Word && kind <= TokenKind.Quoted;

/** Takes the token at the cursor, whatever it is, as a value. */
export function parseValue(cursor: Cursor): Value {
  const { kind, written, escaped } = cursor;
  const form: WordForm =
    kind === TokenKind.Quoted
      ? 'quoted'
      : kind === TokenKind.Number || kind === TokenKind.NegativeNumber
        ? 'number'
        : 'word';
  const inner = form === 'quoted' ? unquoted(written) : written;
  return {
    kind: 'value',
    span: cursor.take(),
    text: escaped && form !== 'number' ? unescaped(inner) : inner,
    form,
  };
}

/** What stands between quotes; the closing one may be missing. */
function unquoted(written: string): string {
  const closed = written.length > 1 && written.charCodeAt(written.length - 1) === written.charCodeAt(0);
  return closed ? written.slice(1, -1) : written.slice(1);
}
