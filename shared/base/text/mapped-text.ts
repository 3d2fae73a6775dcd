/** Texts that are mapped to their source: variables expanded, escapes undone. */
import type { Span } from './span.ts';

/** A run of a mapped text that comes from one place of the source. */
export interface Piece {
  /** The offset in the mapped text at which it begins. */
  readonly start: number;
  /** The part of the source that it comes from. */
  readonly source: Span;
  /** True where the source is copied letter by letter, so that every offset has its own place. */
  readonly literal: boolean;
  /** The name of the variable whose value it is. */
  readonly variable?: string;
}

/** A text as the server will read it, with the place in the source of every part: variables expanded, escapes undone. */
export class MappedText {
  readonly text: string;
  /** The whole of the source of this text. */
  readonly span: Span;
  readonly pieces: readonly Piece[];

  constructor(text: string, span: Span, pieces: readonly Piece[]) {
    this.text = text;
    this.span = span;
    this.pieces = pieces;
  }

  /** A part of the source, as it is. */
  static literal(text: string, start: number): MappedText {
    const span = { start, end: start + text.length };
    return new MappedText(text, span, [{ start: 0, source: span, literal: true }]);
  }

  /** The place in the source of a part of this text; a part of a variable's value is the whole use. */
  sourceOf(start: number, end: number): Span {
    if (this.pieces.length === 0) return this.span;
    const first = this.#pieceAt(start);
    const last = end > start ? this.#pieceAt(end - 1) : first;
    return {
      start: first.literal ? first.source.start + (start - first.start) : first.source.start,
      end: last.literal ? last.source.start + (end - last.start) : last.source.end,
    };
  }

  /** The offset in this text of a place in the source; inside a variable's use, where its value ends. */
  offsetOf(source: number): number {
    const index = this.#indexOfSource(source);
    const piece = this.pieces[index];
    if (piece === undefined) return this.text.length;
    if (source <= piece.source.start) return piece.start;
    if (piece.literal) return piece.start + (source - piece.source.start);
    return this.pieces[index + 1]?.start ?? this.text.length;
  }

  /** The variable whose use holds a place in the source; undefined = none does. */
  variableAt(source: number): string | undefined {
    const piece = this.pieces[this.#indexOfSource(source + 1)];
    return piece !== undefined && piece.source.start <= source ? piece.variable : undefined;
  }

  /** A part of this text with its places. */
  slice(start: number, end: number): MappedText {
    const pieces: Piece[] = [];
    for (let index = this.#indexAt(start); index < this.pieces.length; index++) {
      const piece = this.pieces[index]!;
      if (piece.start >= end) break;
      const pieceEnd = this.pieces[index + 1]?.start ?? this.text.length;
      if (pieceEnd <= start) continue;
      const from = Math.max(start, piece.start);
      const source = piece.literal ? this.sourceOf(from, Math.min(end, pieceEnd)) : piece.source;
      pieces.push({ ...piece, start: from - start, source });
    }
    return new MappedText(this.text.slice(start, end), this.sourceOf(start, end), pieces);
  }

  /** The index of the first piece that ends at a place in the source or after it; the number of pieces where none does. */
  #indexOfSource(source: number): number {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle]!.source.end < source) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #pieceAt(offset: number): Piece {
    return this.pieces[this.#indexAt(offset)]!;
  }

  /** The index of the last piece that begins at an offset or before it. */
  #indexAt(offset: number): number {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.pieces[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Collects a mapped text piece by piece. */
export class MappedTextBuilder {
  #text = '';
  readonly #pieces: Piece[] = [];

  /** Appends a part of the source letter by letter. */
  literal(source: string, start: number, end: number): void {
    if (start === end) return;
    this.#pieces.push({ start: this.#text.length, source: { start, end }, literal: true });
    this.#text += source.slice(start, end);
  }

  /** Appends the text that a part of the source means. */
  replaced(text: string, source: Span, variable?: string): void {
    this.#pieces.push({
      start: this.#text.length,
      source,
      literal: false,
      ...(variable !== undefined && { variable }),
    });
    this.#text += text;
  }

  /** Appends what was mapped before. */
  append(part: MappedText): void {
    for (const piece of part.pieces) this.#pieces.push({ ...piece, start: piece.start + this.#text.length });
    this.#text += part.text;
  }

  /** The collected text, as the text of `span`. */
  build(span: Span): MappedText {
    return new MappedText(this.#text, span, this.#pieces);
  }
}
