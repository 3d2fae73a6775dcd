import { Scanner } from './scanner.ts';
import { TokenKind } from './token-kinds.ts';

const doubleQuote = 34;

/** Returns a text as it must be written inside quotes of that kind (a character code). */
export const escapedFor = (value: string, quote: number): string =>
  value.replace(/[\\"'\t]/g, character => {
    if (character === '\t') return '\\t';
    return character === '\\' || character.charCodeAt(0) === quote ? `\\${character}` : character;
  });

/** Characters that quoted text can contain only as escapes. */
const refused = /[\0-\x1F\x7F-\x9F\uFDD0-\uFDEF\uFFFC\uFFFE\uFFFF]/g;

/**
 * Returns any text as it must be written inside quotes of that kind (a character code), with escapes for control
 * characters.
 */
export const insideQuotes = (text: string, quote: number): string =>
  escapedFor(text, quote).replace(
    refused,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns a text in double quotes. */
export const quoted = (text: string): string => `"${insideQuotes(text, doubleQuote)}"`;

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

const scanner = new Scanner();

/** Returns a name or a value as valid JQL: in double quotes where it is not one word. */
export function quoteIfNeeded(text: string): string {
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

/** The characters and words that a text search reads as operators. */
const searchOperator = /[-+&|!(){}[\]^"~*?:\\/]|(?<![\p{L}\p{N}_])(?:AND|OR|NOT|TO)(?![\p{L}\p{N}_])/gu;

/**
 * Returns a text so that a text search reads no part of it as an operator: characters with a backslash before them, words
 * in lower case, which finds the same.
 */
export const escapedSearch = (text: string): string =>
  text.replaceAll(searchOperator, operator =>
    operator.length > 1 ? operator.toLowerCase() : `\\${operator}`,
  );
