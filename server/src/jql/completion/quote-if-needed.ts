import { escapedFor } from '../syntax/quotes.ts';
import { Scanner } from '../syntax/scanner.ts';
import { TokenKind } from '../syntax/token-kinds.ts';

const doubleQuote = 34;

/** A name or a value as it must be written: in double quotes where it could not stand as one word. */
export function quoteIfNeeded(text: string): string {
  const scanner = new Scanner();
  scanner.read(text);
  const kind = scanner.kinds[0];
  const isOneWord = kind === TokenKind.Word || kind === TokenKind.Number || kind === TokenKind.NegativeNumber;
  const isWhole = scanner.count === 1 && scanner.starts[0] === 0 && scanner.ends[0] === text.length;
  const bare = isOneWord && isWhole && scanner.faults.length === 0 && !text.includes('\\');
  return bare ? text : `"${escapedFor(text, doubleQuote)}"`;
}

/** The quote that a text begins with; empty where it has none. */
export const quoteOf = (typed: string): string => /^["']/.exec(typed)?.[0] ?? '';
