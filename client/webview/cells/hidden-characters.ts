/**
 * Characters that a person would not see, or that would turn the text around them: C0 and C1 controls,
 * zero-width and bidirectional formatting (Unicode categories Cc and Cf, line and paragraph separators),
 * and lone surrogates. They are shown as marks instead of being obeyed.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Joiners between letters or emoji are ordinary writing when they stand between characters. */
const joiners = new Set(['\u200c', '\u200d']);

const glyphs: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

export interface Segment {
  readonly text: string;
  /** True for a mark that stands for a hidden character. */
  readonly mark: boolean;
}

const markOf = (character: string): string =>
  glyphs.get(character) ?? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text in pieces, hidden characters replaced by marks; an empty text has no pieces. */
export function segments(text: string): readonly Segment[] {
  const found: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(hidden)) {
    if (joiners.has(match[0]) && match.index > 0 && match.index + 1 < text.length) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index), mark: false });
    found.push({ text: markOf(match[0]), mark: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end), mark: false });
  return found;
}

/** The text as it can be shown in one line, in a tooltip or a label. */
export const visible = (text: string): string =>
  segments(text)
    .map(segment => segment.text)
    .join('');
