/** Reads and writes escapes that begin with a backslash. */
import type { EscapeReader } from './read-text.ts';

/** The meaning of each letter after a backslash. */
export type Letters = Readonly<Record<string, string>>;

const hexadecimal = /^[0-9A-Fa-f]+$/;

/** Returns the character of a code point in hexadecimal digits; `undefined` = not a code point. */
export function fromHex(digits: string): string | undefined {
  if (!hexadecimal.test(digits)) return undefined;
  const code = Number.parseInt(digits, 16);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

/** How many hexadecimal digits follow each letter. */
const digitsOf: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Makes a reader of escapes that begin with a backslash.
 *
 * @param keepsUnknown an unknown escape `\q` is both characters, else `q`
 */
export function backslash(
  letters: Letters,
  { keepsUnknown, hex }: { keepsUnknown: boolean; hex: string },
): EscapeReader {
  return (source, at) => {
    if (source[at] !== '\\') return undefined;
    const letter = source[at + 1];
    if (letter === undefined) return undefined;
    if (letter === '\r' && source[at + 2] === '\n') return { text: '', length: 3 };
    if (letter === '\n' || letter === '\r') return { text: '', length: 2 };
    if (Object.hasOwn(letters, letter)) return { text: letters[letter]!, length: 2 };
    if (hex.includes('{') && letter === 'u' && source[at + 2] === '{') return braced(source, at);
    const count = hex.includes(letter) ? digitsOf[letter] : undefined;
    const text = count === undefined ? undefined : fromHex(source.slice(at + 2, at + 2 + count));
    if (count !== undefined && text !== undefined) return { text, length: 2 + count };
    return keepsUnknown ? { text: `\\${letter}`, length: 2 } : { text: letter, length: 2 };
  };
}

function braced(source: string, at: number): ReturnType<EscapeReader> {
  const end = source.indexOf('}', at);
  const text = end < 0 ? undefined : fromHex(source.slice(at + 3, end));
  return text === undefined ? undefined : { text, length: end + 1 - at };
}

/**
 * Makes a writer of text in quotes with backslashes.
 *
 * @param others further characters to escape
 */
export function withBackslashes(quote: string, others = ''): (text: string) => string | undefined {
  const special = new Set(`${quote}${others}\\`);
  return text => {
    let encodedText = '';
    for (const character of text) {
      if (character === '\n') encodedText += '\\n';
      else if (character === '\t') encodedText += '\\t';
      else if (character < ' ') return undefined;
      else encodedText += special.has(character) ? `\\${character}` : character;
    }
    return encodedText;
  };
}

/** Makes a writer of text without escapes: text with a character that matches the pattern cannot be written. */
export const without =
  (pattern: RegExp) =>
  (text: string): string | undefined =>
    pattern.test(text) ? undefined : text;
