import type { Cursor } from './cursor.ts';
import type { WordForm } from './nodes.ts';
import { TokenKind } from './token-kinds.ts';
import { ValueNode } from './tree/operand-nodes.ts';

/** A word, a number or something quoted: what can be a name or a value. */
export const isPlain = (kind: TokenKind): boolean => kind >= TokenKind.Word && kind <= TokenKind.Quoted;

/** Takes the token at the cursor, whatever it is, as a value. */
export function parseValue(cursor: Cursor): ValueNode {
  const form = formOf(cursor.kind);
  const start = cursor.take();
  return new ValueNode(cursor.source, start, cursor.lastEnd, form);
}

export function formOf(kind: TokenKind): WordForm {
  if (kind === TokenKind.Quoted) return 'quoted';
  return kind === TokenKind.Number || kind === TokenKind.NegativeNumber ? 'number' : 'word';
}
