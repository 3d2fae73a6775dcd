/** The text of a notebook's cell and the lines of the file that it comes from. */

/** A line and the line end that follows it; '' = the text ends with it. */
interface Line {
  readonly text: string;
  readonly end: string;
}

const linePattern = /([^\r\n]*)(\r\n|\r|\n|$)/g;

/** The lines of a text; `[]` = the text is empty. */
function linesOf(text: string): readonly Line[] {
  const lines = Array.from(text.matchAll(linePattern), ([, line = '', end = '']) => ({ text: line, end }));
  return lines.filter((line, index) => index < lines.length - 1 || line.text !== '');
}

/** Returns a text with the line ends that cells have. */
export const withPlainEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/**
 * Returns the most frequent line end of a text; `\n` for a text without any. Where some lines end with `\r` alone it is
 * `\r\n`, which cannot combine with a neighbouring character to another line end.
 */
export function mostUsedEnd(text: string): string {
  const counts = new Map<string, number>();
  for (const [end] of text.matchAll(/\r\n|\r|\n/g)) counts.set(end, (counts.get(end) ?? 0) + 1);
  if (counts.has('\r') && counts.size > 1) return '\r\n';
  const [[mostUsed] = ['\n']] = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostUsed;
}

/** Returns the text of a cell for its part of the file: without the indent of its fence and the last line end. */
export function shownText(part: string, indent = 0): string {
  const lines = linesOf(part).map(({ text }) => withoutIndent(text, indent));
  return lines.join('\n');
}

/** Removes the indent of a fence from one of its lines, as far as the line has it. */
function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && line[at] === ' ') at++;
  return line.slice(at);
}

/** The form of the lines that are added to a part of a file. */
export interface NewLines {
  readonly indent: number;
  readonly end: string;
  /** The text ends with a line end, also where the part did not. */
  readonly isEnded: boolean;
}

/** Returns a part of a file with another text; unchanged lines at its start and its end are kept as they are. */
export function changedPart(part: string, shown: string, { indent, end, isEnded }: NewLines): string {
  const before = linesOf(part);
  const after = shown === '' ? [] : withPlainEnds(shown).split('\n');
  const isSame = (line: Line | undefined, text: string | undefined): boolean =>
    line !== undefined && text !== undefined && withoutIndent(line.text, indent) === text;
  const shorter = Math.min(before.length, after.length);
  let above = 0;
  while (above < shorter && isSame(before[above], after[above])) above++;
  let below = 0;
  while (below < shorter - above && isSame(before.at(-1 - below), after.at(-1 - below))) below++;
  const blank = ' '.repeat(indent);
  const lines = [
    ...before.slice(0, above),
    ...after.slice(above, after.length - below).map(text => ({ text: text === '' ? '' : blank + text, end })),
    ...before.slice(before.length - below),
  ];
  const last = before.at(-1)?.end ?? '';
  return lines
    .map((line, index) => {
      const isLast = index === lines.length - 1;
      return line.text + (isLast && !isEnded ? last : line.end || end);
    })
    .join('');
}
