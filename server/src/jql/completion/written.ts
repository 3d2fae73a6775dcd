import { escapedFor } from '../quotes.ts';
import { Scanner } from '../scanner.ts';
import { TokenKind } from '../tokens.ts';

const doubleQuote = 34;

/** A name or a value as it must be written: in double quotes where it could not stand as one word. */
export function written(text: string): string {
  const scanner = new Scanner(text);
  scanner.nextRaw();
  const isOneWord =
    scanner.kind === TokenKind.Word ||
    scanner.kind === TokenKind.Number ||
    scanner.kind === TokenKind.NegativeNumber;
  const bare = isOneWord && scanner.end === text.length && scanner.faults.length === 0 && !scanner.escaped;
  return bare ? text : `"${escapedFor(text, doubleQuote)}"`;
}
