/** Hidden characters are shown as marks instead of taking effect. */
import { hiddenIn } from '../../../server/src/common/visible-text.ts';
import { shorten } from '../../../server/src/common/shorten.ts';

const glyphs: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

export interface Segment {
  readonly text: string;
  /** True for a mark in place of hidden characters. */
  readonly mark: boolean;
}

interface Run {
  readonly character: string;
  readonly start: number;
  count: number;
}

/** The hidden characters of a text, those that repeat as one run. */
function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (const { character, at } of hiddenIn(text)) {
    const last = runs.at(-1);
    if (last?.character === character && at === last.start + last.count * character.length) last.count++;
    else runs.push({ character, start: at, count: 1 });
  }
  return runs;
}

/** A longer run gets a single mark. */
const longestRun = 3;

function markOf({ character, count }: Run): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const mark = glyphs.get(character) ?? `U+${code}`;
  return count > longestRun ? `${mark}×${count}` : mark.repeat(count);
}

/** The text in segments, hidden characters replaced by marks; an empty text has no segments. */
export function segments(text: string): readonly Segment[] {
  const found: Segment[] = [];
  let end = 0;
  for (const run of runsOf(text)) {
    if (run.start > end) found.push({ text: text.slice(end, run.start), mark: false });
    found.push({ text: markOf(run), mark: true });
    end = run.start + run.count * run.character.length;
  }
  if (end < text.length) found.push({ text: text.slice(end), mark: false });
  return found;
}

/** The longest label or tooltip, in characters. */
const longestLabel = 1000;

/** The text as it can be shown in one line, in a tooltip or a label. */
export const visible = (text: string, longest = longestLabel): string =>
  segments(shorten(text, longest))
    .map(segment => segment.text)
    .join('');
