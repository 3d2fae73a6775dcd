/** Shows hidden characters as marks, so that they have no effect. */
import { hiddenIn } from '#shared/base/visible-text.ts';
import { shorten } from '#shared/base/shorten.ts';

const glyphs: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

export interface Segment {
  readonly text: string;
  /** Whether the segment is a mark in place of hidden characters. */
  readonly mark: boolean;
}

interface Run {
  readonly character: string;
  readonly start: number;
  count: number;
}

/** The hidden characters of a text; a character that repeats is one run. */
function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (const { character, at } of hiddenIn(text)) {
    const last = runs.at(-1);
    if (last?.character === character && at === last.start + last.count * character.length) last.count++;
    else runs.push({ character, start: at, count: 1 });
  }
  return runs;
}

/** The number of repeated characters from which on a run gets a single mark. */
const maxRunLength = 3;

function markOf({ character, count }: Run): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const mark = glyphs.get(character) ?? `U+${code}`;
  return count > maxRunLength ? `${mark}×${count}` : mark.repeat(count);
}

/** Divides a text into segments, with marks in place of hidden characters; an empty text has no segments. */
export function segments(text: string): readonly Segment[] {
  const parts: Segment[] = [];
  let end = 0;
  for (const run of runsOf(text)) {
    if (run.start > end) parts.push({ text: text.slice(end, run.start), mark: false });
    parts.push({ text: markOf(run), mark: true });
    end = run.start + run.count * run.character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), mark: false });
  return parts;
}

/** The maximum length of a label or tooltip, in characters. */
const maxLabelLength = 1000;

/**
 * A text on one line for a tooltip or a label, with marks in place of hidden characters, cut to `longest` characters.
 */
export const visible = (text: string, longest = maxLabelLength): string =>
  segments(shorten(text, longest))
    .map(segment => segment.text)
    .join('');
