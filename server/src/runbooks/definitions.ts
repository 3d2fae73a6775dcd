/** What the fences above a fence define, as the header of its queries. */
import type { Span } from '../language/span.ts';
import { QueryBlock } from '../queryfile/block.ts';

/** A line of a header and where it comes from. */
interface Line {
  readonly text: string;
  /** Where it begins in the file. */
  readonly source: number;
}

/** A block of a file and where it begins. */
export interface PlacedText {
  readonly block: QueryBlock;
  readonly start: number;
}

/**
 * The characters of all headers of a file together. Each fence or cell has its own, with all that is above it: many of them
 * with definitions would be read in the square of their number.
 */
export const mostHeaders = 10_000_000;

/** A header that is made of lines of a file. */
export class CollectedHeader {
  readonly block: QueryBlock;
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
    this.block = new QueryBlock(lines.map(({ text }) => `${text}\n`).join(''));
  }

  /** The place in the file of a span of the header. */
  sourceOf({ start, end }: Span): Span {
    let at = 0;
    for (const { text, source } of this.#lines) {
      if (start <= at + text.length) return { start: source + start - at, end: source + end - at };
      at += text.length + 1;
    }
    return { start: 0, end: 0 };
  }
}

/** The definitions of variables in a block, and its directives where they hold for others. */
export function definedLines(placed: PlacedText, withDirectives: boolean): readonly Line[] {
  const { block, start } = placed;
  return [...(withDirectives ? block.directives.filter(isShared) : []), ...block.variables]
    .toSorted((one, other) => one.span.start - other.span.start)
    .map(({ span }) => ({ text: block.text.slice(span.start, span.end), source: start + span.start }));
}

/** A name is that of one query. */
const isShared = ({ key }: { readonly key: { readonly text: string } }): boolean => key.text !== 'name';
