/** Quotes, escapes and comments in the text of a query. */

const backslash = 92;

/**
 * Returns the offset after the closing quote for a quote opened before `from`; -1 where no quote closes it before `end`.
 * `quote` is the character code. A backslash escapes the quote or backslash after it.
 */
export function quoteEnd(text: string, from: number, end: number, quote: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash && isQuotable(text.charCodeAt(at + 1))) at++;
  }
  return -1;
}

/** True for a character that a backslash keeps from closing a quote. */
const isQuotable = (code: number): boolean => code === 34 || code === 39 || code === backslash;

/** True for the code of a character that opens a quote. */
export const isQuote = (code: number): boolean => code === 34 || code === 39;

/**
 * Returns the offset of the first quote, comment or line end from `from` on, where nothing is open; `end` = none before
 * that.
 */
export function nextStop(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (plain[code] === 1) continue;
    if (code === backslash && isQuotable(text.charCodeAt(at + 1))) at++;
    else if (isQuote(code) || code === 10 || code === 13 || isComment(text, at, code)) return at;
  }
  return end;
}

/** By UTF-16 unit: 1 for one that neither stops a search outside quotes nor begins an escape, as most do. */
const plain = new Uint8Array(0x1_0000).fill(1);
for (const character of '\\"\'#/\r\n') plain[character.charCodeAt(0)] = 0;

const isComment = (text: string, at: number, code: number): boolean =>
  code === inComment || (code === 47 && text.charCodeAt(at + 1) === 47);

/** Returns the offset of the first line end from `from` on; `end` = none before that. */
export function lineEndFrom(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return end;
}

/** Returns the length of an escape that begins at a backslash; 0 = not a valid one. */
export function escapeLength(text: string, at: number, end: number): number {
  if (at + 1 >= end) return 0;
  switch (text.charCodeAt(at + 1)) {
    case 32:
    case 34:
    case 39:
    case backslash:
    case 110:
    case 114:
    case 116:
      return 2;
    case 117: {
      if (at + 6 > end) return 0;
      for (let digit = at + 2; digit < at + 6; digit++) if (!isHexDigit(text.charCodeAt(digit))) return 0;
      return 6;
    }
    default:
      return 0;
  }
}

const isHexDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 102);

/** Returns a text with valid escapes undone; invalid ones are kept. */
export function unescaped(text: string): string {
  let done = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at >= 0;) {
    const length = escapeLength(text, at, text.length);
    if (length > 0) {
      done += text.slice(from, at) + escapedCharacter(text, at + 1, length);
      from = at + length;
    }
    at = text.indexOf('\\', at + Math.max(length, 1));
  }
  return done + text.slice(from);
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** Returns the character of an escape of that length; `at` is the offset after its backslash. */
function escapedCharacter(text: string, at: number, length: number): string {
  const character = text.charAt(at);
  return length > 2
    ? String.fromCharCode(parseInt(text.slice(at + 1, at + 5), 16))
    : (controls[character] ?? character);
}

/** The state inside a comment, as `lexicalStateAt` returns it. */
export const inComment = 35;

/** Returns what is open at `to`, given what is open at `from`: the character code of a quote, `inComment` or 0. */
export function lexicalStateAt(text: string, from: number, to: number, open = 0): number {
  let state = open;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (state === inComment) {
      if (code === 10 || code === 13) state = 0;
    } else if (code === backslash) {
      if (isQuotable(text.charCodeAt(at + 1))) at++;
    } else if (state !== 0) {
      if (code === state) state = 0;
    } else if (isQuote(code)) state = code;
    else if (isComment(text, at, code)) state = inComment;
  }
  return state;
}
