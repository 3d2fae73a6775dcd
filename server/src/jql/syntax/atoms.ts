import type { MappedText } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
import { tokensOf } from './tokenize.ts';
import { TokenKind } from './tokens.ts';

/** A token as it stands in the block; the use of a variable is one, whatever its value holds. */
export interface Atom {
  readonly kind: TokenKind;
  readonly span: Span;
  /** Something of it comes from a variable. */
  readonly variable: boolean;
}

/** The tokens of a body in order, comments among them, white space not. */
export function atomsOf(body: MappedText): Atom[] {
  const atoms: Atom[] = [];
  for (const { kind, start, end } of tokensOf(body.text)) {
    if (kind === TokenKind.Space) continue;
    const span = body.sourceOf(start, end);
    const variable = body.pieces.some(
      piece => !piece.literal && piece.source.start < span.end && piece.source.end > span.start,
    );
    const last = atoms.at(-1);
    if (last === undefined || span.start >= last.span.end) atoms.push({ kind, span, variable });
    else
      atoms[atoms.length - 1] = {
        ...last,
        span: { start: last.span.start, end: Math.max(last.span.end, span.end) },
      };
  }
  return atoms;
}
