/** Hidden characters are shown as marks instead of being obeyed. */
import { hiddenIn } from '../../../server/src/common/visible-text.ts';

const glyphs: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

export interface Segment {
  readonly text: string;
  /** True for a mark in place of a hidden character. */
  readonly mark: boolean;
}

const markOf = (character: string): string =>
  glyphs.get(character) ?? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text in segments, hidden characters replaced by marks; an empty text has no segments. */
export function segments(text: string): readonly Segment[] {
  const found: Segment[] = [];
  let end = 0;
  for (const { character, at } of hiddenIn(text)) {
    if (at > end) found.push({ text: text.slice(end, at), mark: false });
    found.push({ text: markOf(character), mark: true });
    end = at + character.length;
  }
  if (end < text.length) found.push({ text: text.slice(end), mark: false });
  return found;
}

/** The text as it can be shown in one line, in a tooltip or a label. */
export const visible = (text: string): string =>
  segments(text)
    .map(segment => segment.text)
    .join('');
