/** Rewrites parts of a value in its source without changing variables. */
import type { MappedText, Piece } from '#shared/base/text/mapped-text.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import { type VisibleVariables, usePattern } from '../../query-file/variables.ts';
import { urlEncoded } from '../url.ts';
import type { ValueNode } from '../wiki-nodes.ts';

/** Writes a text for the wiki in the syntax of the file. */
export type Write = (text: string) => string;

/** Writes a text for a URL. */
export const writeInUrl: Write = text => urlEncoded(text.toWellFormed());

/** Writes a text for a line: unchanged, but with an escape before each use of a variable and each `\{{`. */
export const writeInLine =
  (variables: VisibleVariables): Write =>
  text =>
    text.replace(usePattern, (all, name?: string) =>
      name === undefined || variables.has(name) ? `\\${all}` : all,
    );

/**
 * Replaces a part of a value. A run of encoded characters that is cut is encoded again.
 *
 * @param overVariables true if whole uses of variables may be removed
 * @returns undefined if it would change the value of a variable
 */
export function replacePart(
  value: MappedText,
  start: number,
  end: number,
  newText: string,
  write: Write,
  overVariables = false,
): Edit | undefined {
  const pieces = value.pieces.map(
    (piece, index) => new PieceRange(piece, value, value.pieces[index + 1]?.start),
  );
  const touched = pieces.filter(run =>
    start === end ? run.start < start && start < run.end : run.start < end && start < run.end,
  );
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) {
    const at =
      pieces.find(run => run.start >= start)?.piece.source.start ??
      pieces.at(-1)?.piece.source.end ??
      value.span.start;
    return { span: { start: at, end: at }, newText: write(newText) };
  }
  const cut = (run: PieceRange): boolean => run.start < start || end < run.end;
  if (touched.some(run => run.isVariable && (!overVariables || cut(run)))) return undefined;
  return {
    span: { start: first.sourceBefore(start), end: last.sourceAfter(end) },
    newText: write(first.keptBefore(start) + newText + last.keptAfter(end)),
  };
}

/**
 * Removes parts of a value, in order, with whole uses of variables. Parts that cut the same run of encoded characters are
 * removed by one edit.
 *
 * @returns undefined if it would change the value of a variable
 */
export function removeParts(
  value: MappedText,
  parts: readonly Span[],
  write: Write,
): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  let first = 0;
  let keptText = '';
  for (const [index, { start, end }] of parts.entries()) {
    const alone = replacePart(value, start, end, '', write, true);
    if (alone === undefined) return undefined;
    const before = edits.at(-1);
    if (before === undefined || before.span.end <= alone.span.start) {
      [first, keptText] = [start, ''];
      edits.push(alone);
      continue;
    }
    keptText += value.text.slice(parts[index - 1]!.end, start);
    const joined = replacePart(value, first, end, keptText, write, true);
    if (joined === undefined) return undefined;
    edits.splice(-1, 1, joined);
  }
  return edits;
}

/** A piece with its end. */
class PieceRange {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
  readonly #text: string;

  constructor(piece: Piece, { text }: MappedText, end = text.length) {
    this.piece = piece;
    this.start = piece.start;
    this.end = end;
    this.#text = text;
  }

  get isVariable(): boolean {
    return this.piece.variable !== undefined;
  }

  sourceBefore(offset: number): number {
    const { literal, source } = this.piece;
    return literal ? source.start + Math.max(0, offset - this.start) : source.start;
  }

  sourceAfter(offset: number): number {
    const { literal, source } = this.piece;
    return literal ? source.end - Math.max(0, this.end - offset) : source.end;
  }

  keptBefore(offset: number): string {
    return this.piece.literal || offset <= this.start ? '' : this.#text.slice(this.start, offset);
  }

  keptAfter(offset: number): string {
    return this.piece.literal || offset >= this.end ? '' : this.#text.slice(offset, this.end);
  }
}

/** The parts of a mapped text to cut so that some of several values go with a `|` each; values side by side go together. */
export function rangesOf(values: readonly ValueNode[], gone: ReadonlySet<number>): Span[] {
  const ranges: Span[] = [];
  for (let first = 0; first < values.length; first++) {
    if (!gone.has(values[first]!.start)) continue;
    let last = first;
    while (last + 1 < values.length && gone.has(values[last + 1]!.start)) last++;
    const next = values[last + 1];
    ranges.push(
      first === 0 && next
        ? { start: values[0]!.start, end: next.start }
        : { start: values[first]!.start - 1, end: values[last]!.end },
    );
    first = last;
  }
  return ranges;
}
