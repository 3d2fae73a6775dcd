import { Scanner } from './scanner.ts';
import { TokenKind } from './token-kinds.ts';

const doubleQuote = 34;

/** Returns a text as it must be written inside quotes of that kind (a character code). */
export const escapedFor = (value: string, quote: number): string =>
  value.replace(/[\\"'\t]/g, character => {
    if (character === '\t') return '\\t';
    return character === '\\' || character.charCodeAt(0) === quote ? `\\${character}` : character;
  });

/** Returns a text in double quotes. */
export const quoted = (text: string): string => `"${escapedFor(text, doubleQuote)}"`;

/**
 * Returns a quoted text with its inner quotes corrected: in double quotes where these are single ones, else with each
 * escaped.
 */
export function requoted(written: string): string {
  const quote = written.charAt(0);
  const inner = written.slice(1, -1);
  const parts: readonly string[] = inner.match(/\\[^]|[^]/g) ?? [];
  if (quote === "'" && !parts.includes('"')) return `"${inner}"`;
  return quote + parts.map(part => (part === quote ? `\\${part}` : part)).join('') + quote;
}

/** Returns a name or a value as valid JQL: in double quotes where it is not one word. */
export function quoteIfNeeded(text: string): string {
  const scanner = new Scanner();
  scanner.read(text);
  const kind = scanner.kinds[0];
  const isOneWord = kind === TokenKind.Word || kind === TokenKind.Number || kind === TokenKind.NegativeNumber;
  const isWhole = scanner.count === 1 && scanner.starts[0] === 0 && scanner.ends[0] === text.length;
  const isBare = isOneWord && isWhole && scanner.faults.length === 0 && !text.includes('\\');
  return isBare ? text : quoted(text);
}

/** Returns a field's name as valid JQL: `cf[10010]` unchanged, a name of digits alone in quotes. */
export function quoteFieldIfNeeded(name: string): string {
  if (/^cf\[\d+\]$/.test(name)) return name;
  return /^-?\d+$/.test(name) ? quoted(name) : quoteIfNeeded(name);
}

/** Returns a text in double quotes, or in single ones where it contains double ones only. */
export function quoteArgument(text: string): string {
  const hasDoubleOnly = text.includes('"') && !text.includes("'") && !text.includes('\\');
  return hasDoubleOnly ? `'${text}'` : quoted(text);
}

/** Returns the quote that a text begins with; empty = none. */
export const quoteOf = (typed: string): string => /^["']/.exec(typed)?.[0] ?? '';
