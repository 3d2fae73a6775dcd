/** A query file as blocks, updated incrementally. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { Span } from '#shared/base/text/span.ts';
import { type BodySyntax, QueryBlock } from './block.ts';

/** How a language's file falls into blocks: the offset of every `###` line in a text. */
export interface FileSyntax extends BodySyntax {
  /** Offsets in ascending order, all above 0, at which a new block begins. */
  separators(text: string): readonly number[];
  /**
   * True where the text around a `###` line decides whether it is a separator: in the block that it would end,
   * and below it up to the next `###` line. Absent = every one is, by itself.
   */
  readonly contextual?: boolean;
}

/** The queries of a file that are read, besides its header; what follows them is one block that is not. */
export const maxQueries = 100_000;

/** Every line that begins with `###` begins a query. */
export const plainSyntax: FileSyntax = { separators: separatorLines };

/** The offset of every `###` at the beginning of a line below the first. */
export function separatorLines(text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf('###'); at >= 0; at = text.indexOf('###', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === 10 || before === 13) offsets.push(at);
  }
  return offsets;
}

/** A change as LSP sends it; without a range the text is the whole file. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

/** A replacement of blocks by others: an array with one element per block must be changed in the same way. */
export interface Splice {
  readonly from: number;
  readonly removed: number;
  readonly inserted: number;
}

/** The context of a document that is part of something larger, such as a cell of a notebook. */
export interface Surroundings {
  /** The header that applies to a block; `undefined` = none. */
  readonly headerOf: (block: QueryBlock) => QueryBlock | undefined;
  /** The documents whose named queries can be used, itself among them, in their order; absent = itself alone. */
  readonly beside?: () => readonly QueryDocument[];
  /** Whether it is the first document whose inherited definitions exceed the limit; absent = it is not. */
  readonly isOverfull?: () => boolean;
}

/** A block and the number of its first line in the file. */
export interface PlacedBlock {
  readonly block: QueryBlock;
  readonly index: number;
  readonly line: number;
}

/**
 * A query file as blocks. A change re-reads only the blocks that it touches, so a keystroke costs
 * what its own query costs; the other blocks stay the same objects, and what was computed from them stays valid.
 */
export class QueryDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly #syntax: FileSyntax;
  readonly #surroundings: Surroundings | undefined;
  #blockList: QueryBlock[] = [];
  /** The first line of every block, and after the last one the line after the file's last. */
  #firstLines = [0];
  #currentVersion: number;

  /** @param surroundings default: nothing is beside it, and the header of the file holds for all other blocks */
  constructor(
    uri: string,
    languageId: string,
    version: number,
    text: string,
    syntax: FileSyntax = plainSyntax,
    surroundings?: Surroundings,
  ) {
    this.#surroundings = surroundings;
    this.uri = uri;
    this.languageId = languageId;
    this.#currentVersion = version;
    this.#syntax = syntax;
    this.#replaceBlocks(0, 0, text);
  }

  get version(): number {
    return this.#currentVersion;
  }
  get blocks(): readonly QueryBlock[] {
    return this.#blockList;
  }
  /** The text before the first `###`; `undefined` where the file begins with one. */
  get header(): QueryBlock | undefined {
    const first = this.#blockList[0];
    return first !== undefined && !first.separated ? first : undefined;
  }
  /** The header that applies to a block; `undefined` = none. */
  headerOf(block: QueryBlock): QueryBlock | undefined {
    if (this.#surroundings) return this.#surroundings.headerOf(block);
    return this.header === block ? undefined : this.header;
  }
  /** The documents whose named queries can be used here, itself among them: of a notebook, the cells of its language. */
  get beside(): readonly QueryDocument[] {
    return this.#surroundings?.beside?.() ?? [this];
  }
  /** Whether this is the first of the surrounding documents whose inherited definitions exceed the limit. */
  get isOverfull(): boolean {
    return this.#surroundings?.isOverfull?.() ?? false;
  }
  /** The block after as many queries as are read; `undefined` = there are no more. */
  get firstUnreadBlock(): QueryBlock | undefined {
    return this.#blockList[restIndex];
  }
  getText(): string {
    return this.#blockList.map(block => block.text).join('');
  }
  get lineCount(): number {
    return this.#firstLines.at(-1)!;
  }

  /** Applies the changes of one notification in their order; returns what became of the blocks, in the same order. */
  update(changes: readonly ContentChange[], version: number): Splice[] {
    this.#currentVersion = version;
    return changes.map(change =>
      change.range
        ? this.#replaceRange(change.range, change.text)
        : this.#replaceBlocks(0, this.#blockList.length, change.text),
    );
  }

  /** The block that holds a line; a line after the end belongs to the last block. */
  blockAt(line: number): PlacedBlock {
    let low = 0;
    let high = this.#blockList.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstLines[middle]! <= line) low = middle;
      else high = middle - 1;
    }
    return this.placed(low);
  }

  placed(index: number): PlacedBlock {
    return { block: this.#blockList[index]!, index, line: this.#firstLines[index]! };
  }

  *placedBlocks(): Generator<PlacedBlock> {
    for (let index = 0; index < this.#blockList.length; index++) yield this.placed(index);
  }

  /** The offset in a block of a position in the file, brought inside the block where it is outside. */
  offsetIn({ block, line }: PlacedBlock, position: Position): number {
    const starts = block.lineStarts;
    const relative = position.line - line;
    if (relative < 0) return 0;
    const start = starts[relative];
    if (start === undefined) return block.text.length;
    const next = starts[relative + 1];
    return Math.min(
      start + Math.max(0, position.character),
      next === undefined ? block.text.length : lineEnd(block.text, next),
    );
  }

  positionIn({ block, line }: PlacedBlock, offset: number): Position {
    const starts = block.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: line + low, character: offset - starts[low]! };
  }

  rangeIn(placed: PlacedBlock, span: Span): Range {
    return { start: this.positionIn(placed, span.start), end: this.positionIn(placed, span.end) };
  }

  #replaceRange(range: Range, text: string): Splice {
    const first = this.blockAt(range.start.line);
    const last = this.blockAt(range.end.line);
    const start = this.offsetIn(first, range.start);
    const end = this.offsetIn(last, range.end);
    // An edit of a block's first line can undo its `###` and join it to the block above.
    const joined = range.start.line === first.line ? 1 : 0;
    const from = Math.max(0, first.index - joined - (this.#syntax.contextual === true ? 1 : 0));
    const before = this.#textOf(from, first.index) + first.block.text.slice(0, start);
    const to = last.index + 1;
    const edited = before + text + last.block.text.slice(end);
    return this.#syntax.contextual === true
      ? this.#replaceInContext(from, to, edited)
      : this.#replaceBlocks(from, to, edited);
  }

  /** Extends the replaced text by the blocks below it until one of them still begins at its old place. */
  #replaceInContext(from: number, to: number, text: string): Splice {
    for (let ahead = 1; ; ahead *= 2) {
      const limit = Math.min(this.#blockList.length, to + ahead);
      const longer = text + this.#textOf(to, limit);
      const cuts = new Set(this.#syntax.separators(longer));
      let end = text.length;
      for (let index = to; index < limit; index++) {
        if (cuts.has(end)) return this.#replaceChanged(from, index, longer.slice(0, end), cuts);
        end += this.#blockList[index]!.text.length;
      }
      if (limit === this.#blockList.length) return this.#replaceChanged(from, limit, longer, cuts);
    }
  }

  /** Replaces blocks, but keeps the object of the first block where its text did not change. */
  #replaceChanged(from: number, to: number, text: string, cuts: ReadonlySet<number>): Splice {
    const above = this.#blockList[from]!.text;
    const isSame =
      from + 1 < this.#blockList.length &&
      text.length > above.length &&
      cuts.has(above.length) &&
      text.startsWith(above);
    return isSame
      ? this.#replaceBlocks(from + 1, to, text.slice(above.length))
      : this.#replaceBlocks(from, to, text);
  }

  #textOf(from: number, to: number): string {
    return this.#blockList
      .slice(from, to)
      .map(block => block.text)
      .join('');
  }

  /** Puts the blocks of a text in place of the blocks from `from` to before `to`, or to the end where there are too many. */
  #replaceBlocks(from: number, to: number, text: string): Splice {
    const separators = this.#syntax.separators(text);
    const count = this.#blockList.length;
    const newCount = count - (to - from) + separators.length + 1;
    if (to < count && newCount !== count && Math.max(count, newCount) > restIndex)
      return this.#replaceBlocks(from, count, text + this.#textOf(to, count));
    const fresh: QueryBlock[] = [];
    let start = 0;
    for (const end of separators.slice(0, restIndex - from)) {
      fresh.push(new QueryBlock(text.slice(start, end), this.#syntax));
      start = end;
    }
    fresh.push(
      new QueryBlock(text.slice(start), this.#syntax, from + fresh.length === restIndex ? 'rest' : 'query'),
    );
    this.#numberLines(from, to, fresh);
    this.#blockList = spliced(this.#blockList, from, to - from, fresh);
    return { from, removed: to - from, inserted: fresh.length };
  }

  /** Numbers the first lines of new blocks and moves those after them. */
  #numberLines(from: number, to: number, fresh: readonly QueryBlock[]): void {
    const numbers: number[] = [];
    let line = this.#firstLines[from]!;
    for (const block of fresh) {
      numbers.push(line);
      line += block.lineCount - 1;
    }
    const after = to === this.#blockList.length ? line + 1 : line;
    const moved = after - this.#firstLines[to]!;
    this.#firstLines = spliced(this.#firstLines, from, to - from, numbers);
    if (moved === 0) return;
    for (let index = from + fresh.length; index < this.#firstLines.length; index++) {
      this.#firstLines[index]! += moved;
    }
  }
}

/** The index of the block that is not read; those before it are as many queries as are read, and a header. */
const restIndex = maxQueries + 1;

/** The end of the line before the one that begins at `next`, without its line end. */
function lineEnd(text: string, next: number): number {
  const end = next - 1;
  return text.charCodeAt(end) === 10 && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

/** The most items that are passed as arguments of one call. */
const many = 1000;

/**
 * Replaces items of a list and returns the list with the result. A long list is changed in place, because copying it
 * would cost more than the rest of a keystroke; with many new items the result is a new list.
 */
export function spliced<T>(list: T[], from: number, removed: number, items: readonly T[]): T[] {
  if (items.length > many) return [...list.slice(0, from), ...items, ...list.slice(from + removed)];
  list.splice(from, removed, ...items);
  return list;
}
