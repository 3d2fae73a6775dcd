/**
 * Texts as literals of other languages. Each literal has exactly the text, and shows no character that hides or reorders
 * others.
 */

/** A text that no request can transmit, so that no code is made from it. */
export class UnusableText extends Error {}

/** Characters that are invisible, control a terminal or reorder text, including line ends. */
const special = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const specials = new RegExp(special, 'gu');

/** The text as it is sent: lone surrogates are replaced. NUL cannot be passed to a program, and no site accepts it. */
export function sendable(text: string): string {
  if (text.includes('\0')) throw new UnusableText();
  return text.toWellFormed();
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const hex = (character: string, digits: number): string =>
  character.codePointAt(0)!.toString(16).toUpperCase().padStart(digits, '0');

/** Escapes quotes, backslashes and special characters; `codePoint` is the language's escape of a character. */
const escaped = (text: string, always: RegExp, codePoint: (character: string) => string): string =>
  sendable(text)
    .replaceAll(always, String.raw`\$&`)
    .replaceAll(specials, character => shortEscapes[character] ?? codePoint(character));

export const pythonText = (text: string): string =>
  `'${escaped(text, /['\\]/g, character =>
    character.length > 1 ? `\\U${hex(character, 8)}` : `\\u${hex(character, 4)}`,
  )}'`;

export const scriptText = (text: string): string =>
  `'${escaped(text, /['\\]/g, character => `\\u{${hex(character, 1)}}`)}'`;

/** PHP reads escapes only in double quotes, where a dollar sign begins a variable. */
export const phpText = (text: string): string =>
  special.test(text)
    ? `"${escaped(text, /["\\$]/g, character => `\\u{${hex(character, 1)}}`)}"`
    : `'${sendable(text).replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** Whether a text has no special characters besides line ends: a terminal might act on them. */
export const isShellSafe = (text: string): boolean => !special.test(text.replaceAll('\n', ''));

/** Quotes a text for a POSIX shell; it must be `isShellSafe`. */
export const shellText = (text: string): string => `'${sendable(text).replaceAll("'", String.raw`'\''`)}'`;

/** Encodes parameters like a form, in their order. */
export const formEncoded = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
