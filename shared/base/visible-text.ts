/**
 * Finds and replaces characters in the texts of sites that are invisible or that change the display of the text
 * around them.
 */

/**
 * Characters that are invisible or that reorder the text around them: controls, zero-width and bidirectional
 * formatting, line and paragraph separators, lone surrogates, noncharacters, and letters without a glyph.
 */
const hiddenClass = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u{2800}]`;
const hidden = new RegExp(hiddenClass, 'gu');
const anyHidden = new RegExp(hiddenClass, 'u');

/** Joiners are ordinary between letters or emoji: with a visible character on both sides. */
const joiners = new Set(['\u200C', '\u200D']);

/** Variation selectors are ordinary directly after a character that has variants: each pattern matches the two. */
const selected: readonly RegExp[] = [
  /^[\p{Emoji}\p{Script=Han}\p{S}\p{Script=Myanmar}\p{Script=Phags_Pa}][\uFE00-\uFE0F]$/u,
  /^\p{Script=Han}[\u{E0100}-\u{E01EF}]$/u,
  /^\p{Script=Mongolian}[\u180B-\u180D\u180F]$/u,
];

/** The replacement of a character that is not shown. */
const replacement = '\u{FFFD}';

/** Whether a name from a site may be inserted into a document: it is not empty, and all of it is visible. */
export const isInsertable = (name: string): boolean => name !== '' && !hasHidden(name);

/** Whether a text has a character that is invisible or that changes the display. */
export function hasHidden(text: string): boolean {
  return anyHidden.test(text) && hiddenIn(text).next().done !== true;
}

/** The hidden characters of a text with their offsets, except joiners and variation selectors in ordinary writing. */
export function* hiddenIn(text: string): Generator<{ readonly character: string; readonly at: number }> {
  for (const { 0: character, index: at } of text.matchAll(hidden)) {
    if (!isWriting(text, character, at)) yield { character, at };
  }
}

/** Whether a character that is hidden by itself belongs to ordinary writing at its place. */
function isWriting(text: string, character: string, at: number): boolean {
  const before = characterBefore(text, at);
  if (!joiners.has(character)) return selected.some(pattern => pattern.test(before + character));
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return before !== '' && !joiners.has(before) && !anyHidden.test(after);
}

/** The character that ends at an offset; empty at the start of the text. */
function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

/** Replaces each hidden character of a text. */
export function replaceHidden(text: string, by: (character: string) => string): string {
  let shown = '';
  let end = 0;
  for (const { character, at } of hiddenIn(text)) {
    shown += text.slice(end, at) + by(character);
    end = at + character.length;
  }
  return end === 0 ? text : shown + text.slice(end);
}

const lineEnds = new Set(['\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029']);

const shown = (character: string): string => (lineEnds.has(character) ? ' ' : replacement);

/** A text on one line without hidden characters: line ends and tabs become blanks, each other hidden character `�`. */
export const visibleLine = (text: string): string => replaceHidden(text, shown);

/** Like `visibleLine`, but keeps line feeds. */
export const visibleLines = (text: string): string =>
  replaceHidden(text, character => (character === '\n' ? character : shown(character)));

/** Like `visibleLine`, but keeps tabs and line ends: for rows on a terminal in a format that other programs read. */
export const visibleData = (text: string): string =>
  replaceHidden(text, character => (dataCharacters.has(character) ? character : replacement));

const dataCharacters = new Set(['\n', '\r', '\t']);

/**
 * A text without commands to the program that runs a workflow and reads all output: GitHub's `::add-mask::` at the beginning
 * of a line, also after blanks, and `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere. A blank breaks them up.
 */
export const withoutCommands = (text: string): string =>
  text
    .split(/(?<=[\r\n])/)
    .map(line => {
      const at = line.length - line.trimStart().length;
      return line.startsWith('::', at) ? `${line.slice(0, at)}: ${line.slice(at + 1)}` : line;
    })
    .join('')
    .replaceAll(/##(?=(?:vso|teamcity)?\[)/g, '## ');
