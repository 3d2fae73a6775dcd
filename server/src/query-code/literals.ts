/** Texts as literals of other languages: each carries exactly the text, and shows no character that hides or reorders others. */

/** A text that no request can carry, so that no code is made of it. */
export class UnusableText extends Error {}

/** Characters that are invisible, control a terminal or reorder text; a line end is one. */
const special = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const specials = new RegExp(special, 'gu');

/** As it is sent: lone surrogates replaced. NUL cannot be passed to a program, and no site takes it. */
export function sendable(text: string): string {
  if (text.includes('\0')) throw new UnusableText();
  return text.toWellFormed();
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const hex = (character: string, digits: number): string =>
  character.codePointAt(0)!.toString(16).toUpperCase().padStart(digits, '0');

/** Escapes quotes, backslashes and special characters, the latter by what the language has for a code point. */
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

/** Special characters besides line ends, which a shell in a terminal might act on. */
export const isShellSafe = (text: string): boolean => !special.test(text.replaceAll('\n', ''));

/** For a POSIX shell. The caller keeps out what is not `isShellSafe`. */
export const shellText = (text: string): string => `'${sendable(text).replaceAll("'", String.raw`'\''`)}'`;
