import { Scanner } from './scanner.ts';
import { TokenKind } from './token-kinds.ts';

const doubleQuote = 34;

/** A text as it must be written inside quotes of that kind, given by their code. */
export const escapedFor = (value: string, quote: number): string =>
  value.replace(/[\\"'\t]/g, character => {
    if (character === '\t') return '\\t';
    return character === '\\' || character.charCodeAt(0) === quote ? `\\${character}` : character;
  });

/** A text in double quotes. */
export const quoted = (text: string): string => `"${escapedFor(text, doubleQuote)}"`;

/** A quoted text with quotes of its own inside: in double quotes where these are single ones, else with each escaped. */
export function requoted(written: string): string {
  const quote = written.charAt(0);
  const inner = written.slice(1, -1);
  const parts: readonly string[] = inner.match(/\\[^]|[^]/g) ?? [];
  if (quote === "'" && !parts.includes('"')) return `"${inner}"`;
  return quote + parts.map(part => (part === quote ? `\\${part}` : part)).join('') + quote;
}

/** A name or a value as it must be written: in double quotes where it is not one word. */
export function quoteIfNeeded(text: string): string {
  const scanner = new Scanner();
  scanner.read(text);
  const kind = scanner.kinds[0];
  const isOneWord = kind === TokenKind.Word || kind === TokenKind.Number || kind === TokenKind.NegativeNumber;
  const isWhole = scanner.count === 1 && scanner.starts[0] === 0 && scanner.ends[0] === text.length;
  const isBare = isOneWord && isWhole && scanner.faults.length === 0 && !text.includes('\\');
  return isBare ? text : quoted(text);
}

/** A field's name as it must be written: `cf[10010]` as it is, a name of digits alone in quotes. */
export function quoteFieldIfNeeded(name: string): string {
  if (/^cf\[\d+\]$/.test(name)) return name;
  return /^-?\d+$/.test(name) ? quoted(name) : quoteIfNeeded(name);
}

/** A text in quotes: double ones, or single ones where it has double ones only. */
export function quoteArgument(text: string): string {
  const hasDoubleOnly = text.includes('"') && !text.includes("'") && !text.includes('\\');
  return hasDoubleOnly ? `'${text}'` : quoted(text);
}

/** The quote that a text begins with; empty where it has none. */
export const quoteOf = (typed: string): string => /^["']/.exec(typed)?.[0] ?? '';
