/** Definitions of the fences above a fence, as the header of its queries. */
import type { Span } from '#shared/base/text/span.ts';
import { QueryBlock } from '../../query-file/block.ts';

/** A line of a header and its source. */
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
 * The characters of all headers of a file together. The header of a fence or a cell has all definitions above it, so the time
 * to read many of them grows with the square of their number.
 */
export const maxHeaders = 10_000_000;

/** A header that is made of lines of a file. */
export class CollectedHeader {
  readonly block: QueryBlock;
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
    this.block = new QueryBlock(lines.map(({ text }) => `${text}\n`).join(''), {}, 'header');
  }

  /** Returns the place in the file of a span of the header. */
  sourceOf({ start, end }: Span): Span {
    let at = 0;
    for (const { text, source } of this.#lines) {
      if (start <= at + text.length) return { start: source + start - at, end: source + end - at };
      at += text.length + 1;
    }
    return { start: 0, end: 0 };
  }
}

/** Returns the definitions of variables in a block, and on demand the directives that hold for other queries, too. */
export function definedLines(placed: PlacedText, withDirectives: boolean): readonly Line[] {
  const { block, start } = placed;
  return [...(withDirectives ? block.directives.filter(isShared) : []), ...block.variables]
    .toSorted((one, other) => one.span.start - other.span.start)
    .map(({ span }) => ({ text: block.text.slice(span.start, span.end), source: start + span.start }));
}

/** Whether a directive can hold for other queries: a name is that of one query. */
const isShared = ({ key }: { readonly key: { readonly text: string } }): boolean => key.text !== 'name';
