/**
 * Characters that a reader would not see, or that would turn the text around them: controls, zero-width and
 * bidirectional formatting, line and paragraph separators, lone surrogates, what is no character, and letters without a
 * shape.
 */
const hiddenClass = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u{34F}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{3164}\u{FFA0}]`;
const hidden = new RegExp(hiddenClass, 'gu');
const anyHidden = new RegExp(hiddenClass, 'u');

/** Joiners between letters or emoji are ordinary writing when they have a character on either side. */
const joiners = new Set(['\u200C', '\u200D']);

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
    if (joiners.has(character) && at > 0 && at + 1 < text.length) continue;
    yield { character, at };
  }
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
