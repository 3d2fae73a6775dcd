/**
 * The rows of a table that the panel holds: a few blocks of the view around the visible rows. The others stay in the
 * store.
 */
import type { Groups, View, WindowParams, WindowResult, WindowRow } from '#shared/protocol/results.ts';
import { isPlain, isSame, plainView } from './sort-and-filter.ts';

/** The number of rows that are requested and dropped together. */
const blockSize = 200;
/**
 * The maximum number of blocks that are held around the visible rows, and of those in a request, which is the maximum
 * size of a window.
 */
const maxBlocks = 5;
/** The number of rows before and after the visible ones that are loaded as well. */
const margin = 40;

export type WindowQuestion = Pick<WindowParams, 'view' | 'offset' | 'count'>;
/** Requests rows from the store; `undefined` = they are no longer available. */
export type AskWindow = (
  question: WindowQuestion,
  answered: (window: WindowResult | undefined) => void,
) => void;

interface Block {
  readonly rows: readonly WindowRow[];
  /** The number of rows that the table had at the request: a block that is not full may have grown since. */
  readonly known: number;
}

/** The blocks of one view, by their index in it, the least recently seen first. */
interface Display {
  readonly view: View;
  readonly edition: number;
  readonly shown: number;
  readonly total: number;
  /** Present if the rows are groups. */
  readonly groups: Groups | undefined;
  readonly blocks: Map<number, Block>;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

const blockOf = (row: number): number => Math.floor(Math.max(0, row) / blockSize);

export class RowWindow {
  readonly #ask: AskWindow;
  readonly #onChange: () => void;
  #view: View = plainView;
  /** Incremented when rows of the view may have changed their places or values. */
  #edition = 0;
  #total = 0;
  #display: Display = {
    view: plainView,
    edition: 0,
    shown: 0,
    total: 0,
    groups: undefined,
    blocks: new Map(),
  };
  #sight: Span | undefined;
  #asking = false;
  #gone = false;

  /** @param onChange is called when other rows, or another number of rows, can be shown */
  constructor(ask: AskWindow, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** The number of rows in the visible view. */
  get count(): number {
    return isPlain(this.#display.view) ? this.#total : this.#display.shown;
  }

  /** The number of rows in the table. */
  get total(): number {
    return this.#total;
  }

  /** The view of the visible rows: the requested one, or the previous one until its rows arrive. */
  get view(): View {
    return this.#display.view;
  }

  /** The description of all groups, if the visible rows are groups. */
  get groups(): Groups | undefined {
    return this.#display.groups;
  }

  /** The view that was requested last. */
  get wanted(): View {
    return this.#view;
  }

  /** Whether the store has deleted the rows. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Whether visible rows are being loaded. */
  get busy(): boolean {
    return !this.#gone && this.#needed() !== undefined;
  }

  /** Whether rows of some view were loaded, even if it has none. */
  get isFilled(): boolean {
    return this.#display.blocks.size > 0;
  }

  /** The number of rows that are held. */
  get held(): number {
    return [...this.#display.blocks.values()].reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** The first rows that are held, as a sample of the table. */
  get sample(): readonly WindowRow[] {
    const first = Math.min(...this.#display.blocks.keys());
    return this.#display.blocks.get(first)?.rows ?? [];
  }

  /** The row at an index of the visible view; `undefined` = not loaded. */
  at(index: number): WindowRow | undefined {
    return this.#display.blocks.get(blockOf(index))?.rows[index % blockSize];
  }

  /** Requests another view. The rows of the previous one stay until those of the new one arrive. */
  want(view: View): void {
    if (isSame(view, this.#view)) return;
    this.#view = isSame(view, this.#display.view) ? this.#display.view : view;
    this.#askNext();
  }

  /** Updates the number of rows of the table. @param changed whether earlier rows have changed */
  receive(rows: number, changed: boolean): void {
    const grew = rows > this.#total;
    this.#total = Math.max(this.#total, rows);
    this.#gone = false;
    const isPlainly = isPlain(this.#view) && isPlain(this.#display.view);
    if (changed || (grew && !isPlainly)) this.#edition++;
    this.#askNext();
  }

  /** Loads the rows that are now visible. */
  see(first: number, last: number): void {
    this.#sight = { first, last };
    for (let block = blockOf(first); block <= blockOf(last); block++) {
      const seen = this.#display.blocks.get(block);
      if (seen) keep(this.#display.blocks, block, seen);
    }
    this.#askNext();
  }

  /** Stops loading, as no row is visible. */
  rest(): void {
    this.#sight = undefined;
  }

  /** Asks again for rows that were not available. */
  retry(): void {
    this.#gone = false;
    this.#askNext();
  }

  get #isOutdated(): boolean {
    return this.#display.view !== this.#view || this.#display.edition !== this.#edition;
  }

  /** The blocks to request next; `undefined` = all visible rows are loaded. */
  #needed(): Span | undefined {
    if (!this.#sight) return undefined;
    const end = (this.#isOutdated ? this.#total : this.count) - 1;
    if (end < 0) return this.#isOutdated ? { first: 0, last: 0 } : undefined;
    const first = blockOf(Math.min(this.#sight.first - margin, end));
    const last = Math.min(blockOf(Math.min(this.#sight.last + margin, end)), first + maxBlocks - 1);
    if (this.#isOutdated) return { first, last };
    const missing: number[] = [];
    for (let block = first; block <= last; block++) if (!this.#isWhole(block)) missing.push(block);
    const [from] = missing;
    return from === undefined ? undefined : { first: from, last: missing.at(-1) ?? from };
  }

  #isWhole(index: number): boolean {
    const block = this.#display.blocks.get(index);
    return block !== undefined && (block.rows.length >= blockSize || block.known >= this.#total);
  }

  /** Sends one request at a time; rows that became visible meanwhile are requested after its answer. */
  #askNext(): void {
    const needed = this.#asking || this.#gone ? undefined : this.#needed();
    if (!needed) return;
    const question = { view: this.#view, edition: this.#edition, known: this.#total };
    const offset = needed.first * blockSize;
    const count = (needed.last - needed.first + 1) * blockSize;
    this.#asking = true;
    this.#ask({ view: this.#view, offset, count }, window => {
      this.#asking = false;
      if (!window) this.#gone = true;
      // The answer to a request for another view is outdated.
      else if (question.view === this.#view) this.#take(question, offset, window);
      this.#askNext();
      this.#onChange();
    });
  }

  #take(
    question: { readonly view: View; readonly edition: number; readonly known: number },
    offset: number,
    { rows, shown, total, groups }: WindowResult,
  ): void {
    const before = this.#display;
    this.#total = Math.max(this.#total, total);
    const isNew = before.view !== question.view || before.edition !== question.edition;
    if (isNew && rows.length === 0 && shown > 0 && this.#sight) {
      // If the view is shorter than the previous one, its last rows are loaded first, and the old ones stay until
      // then.
      const { first, last } = this.#sight;
      this.#sight = { first: Math.max(0, shown - 1 - (last - first)), last: shown - 1 };
      return;
    }
    // A sorted or filtered view of another number of rows is another view.
    const isOther = isNew || (!isPlain(question.view) && before.total !== total);
    const blocks = isOther ? new Map<number, Block>() : before.blocks;
    for (let start = 0; start === 0 || start < rows.length; start += blockSize)
      keep(blocks, blockOf(offset + start), {
        rows: rows.slice(start, start + blockSize),
        known: Math.max(question.known, total),
      });
    for (const oldest of blocks.keys()) {
      if (blocks.size <= maxBlocks) break;
      blocks.delete(oldest);
    }
    this.#display = { view: question.view, edition: question.edition, shown, total, groups, blocks };
  }
}

/** Puts a block at the end, as the most recently seen one. */
function keep(blocks: Map<number, Block>, index: number, block: Block): void {
  blocks.delete(index);
  blocks.set(index, block);
}
