/**
 * Characters that a reader would not see, or that would turn the text around them: controls, zero-width and
 * bidirectional formatting, line and paragraph separators, lone surrogates, what is no character, and letters without a
 * shape.
 */
const hiddenClass = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u{2800}]`;
const hidden = new RegExp(hiddenClass, 'gu');
const anyHidden = new RegExp(hiddenClass, 'u');

/** Joiners between letters or emoji are ordinary writing when they have a visible character on either side. */
const joiners = new Set(['\u200C', '\u200D']);

/** Selectors of a form are ordinary writing directly after a character that has forms: each with what is before it. */
const selected: readonly RegExp[] = [
  /^[\p{Emoji}\p{Script=Han}\p{S}\p{Script=Myanmar}\p{Script=Phags_Pa}][\uFE00-\uFE0F]$/u,
  /^\p{Script=Han}[\u{E0100}-\u{E01EF}]$/u,
  /^\p{Script=Mongolian}[\u180B-\u180D\u180F]$/u,
];

/** In place of a character that is not shown. */
const replacement = '\u{FFFD}';

/** True for a name of a site's own that may be put into a document: not empty, and all of it can be seen. */
export const isInsertable = (name: string): boolean => name !== '' && !hasHidden(name);

/** True for a text with a character that would not be seen or that steers the display. */
export function hasHidden(text: string): boolean {
  return anyHidden.test(text) && hiddenIn(text).next().done !== true;
}

/** The hidden characters of a text with their offsets, without the joiners inside words. */
export function* hiddenIn(text: string): Generator<{ readonly character: string; readonly at: number }> {
  for (const { 0: character, index: at } of text.matchAll(hidden)) {
    if (!isWriting(text, character, at)) yield { character, at };
  }
}

/** Whether a character that is hidden by itself belongs to the writing around it. */
function isWriting(text: string, character: string, at: number): boolean {
  const before = characterBefore(text, at);
  if (!joiners.has(character)) return selected.some(pattern => pattern.test(before + character));
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return before !== '' && !joiners.has(before) && !anyHidden.test(after);
}

/** The character that ends at an offset; empty at the beginning. */
function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

/** A text with another one in place of each hidden character. */
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

/** A text on one line with nothing hidden in it: line ends and tabs become blanks, every other such character `�`. */
export const visibleLine = (text: string): string => replaceHidden(text, shown);

/** As `visibleLine`, but a text keeps its line feeds. */
export const visibleLines = (text: string): string =>
  replaceHidden(text, character => (character === '\n' ? character : shown(character)));

/** As `visibleLines`, but a text keeps its tabs and line ends: rows on a terminal, in a format of other programs. */
export const visibleData = (text: string): string =>
  replaceHidden(text, character => (dataCharacters.has(character) ? character : replacement));

const dataCharacters = new Set(['\n', '\r', '\t']);
