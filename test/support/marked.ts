import assert from 'node:assert/strict';
import type { Position, Range, TextEdit } from 'vscode-languageserver-types';

/** Takes the cursor `¦` out of a text, and returns its position as in LSP. */
export function marked(text: string): { readonly text: string; readonly position: Position } {
  const at = text.indexOf('¦');
  assert(at >= 0, 'no cursor');
  return { text: text.slice(0, at) + text.slice(at + 1), position: positionOf(text, at) };
}

/** The position of an offset, in a text with `\n`, `\r\n` and `\r`. */
export function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}

/** The text of a range. */
export const textIn = (text: string, { start, end }: Range): string =>
  text.slice(offsetOf(text, start), offsetOf(text, end));

/** Applies edits that do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const places = edits
    .map(({ range, newText }) => ({
      start: offsetOf(text, range.start),
      end: offsetOf(text, range.end),
      newText,
    }))
    .toSorted((a, b) => b.start - a.start);
  for (const [index, { end }] of places.slice(1).entries())
    assert(end <= places[index]!.start, 'edits overlap');
  return places.reduce(
    (whole, { start, end, newText }) => whole.slice(0, start) + newText + whole.slice(end),
    text,
  );
}

function offsetOf(text: string, { line, character }: Position): number {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), match => match.index + match[0].length)];
  const start = starts[line];
  assert(start !== undefined, `no line ${line}`);
  return start + character;
}
