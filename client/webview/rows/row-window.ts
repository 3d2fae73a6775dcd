/** The rows of a table that the panel holds: a few blocks of the view around those in sight. The others stay in the store. */
import type {
  Groups,
  View,
  WindowParams,
  WindowResult,
  WindowRow,
} from '../../../server/src/protocol/results.ts';
import { isPlain, isSame, plainView } from './sort-and-filter.ts';

/** Rows that are asked for and dropped together. */
const blockSize = 200;
/** Also the largest number of blocks in a question, which makes as many rows as a window takes. */
const mostBlocks = 5;
/** Rows before and after those in sight that are wanted as well. */
const margin = 40;

export type WindowQuestion = Pick<WindowParams, 'view' | 'offset' | 'count'>;
/** Asks the store; `undefined` = the rows are no longer available. */
export type AskWindow = (
  question: WindowQuestion,
  answered: (window: WindowResult | undefined) => void,
) => void;

interface Block {
  readonly rows: readonly WindowRow[];
  /** How many rows the table was known to have: a block that is not full may have grown since. */
  readonly known: number;
}

/** What is on display: blocks of one view, by their place in it; the least recently seen one comes first. */
interface Display {
  readonly view: View;
  readonly edition: number;
  readonly shown: number;
  readonly total: number;
  /** Where the rows are groups. */
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
  /** Counted up when rows of the view may have changed places or values. */
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

  /** `onChange` is called when other rows, or another number of them, can be shown. */
  constructor(ask: AskWindow, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** The rows of the view on display. */
  get count(): number {
    return isPlain(this.#display.view) ? this.#total : this.#display.shown;
  }

  /** The rows of the table. */
  get total(): number {
    return this.#total;
  }

  /** The view of the rows on display: the wanted one, or the one before while that is on its way. */
  get view(): View {
    return this.#display.view;
  }

  /** What is known of all groups where the rows on display are groups. */
  get groups(): Groups | undefined {
    return this.#display.groups;
  }

  /** The view that the user asked for last. */
  get wanted(): View {
    return this.#view;
  }

  /** The store has forgotten the rows. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Rows in sight are on their way. */
  get busy(): boolean {
    return !this.#gone && this.#needed() !== undefined;
  }

  /** How many rows are held. */
  get held(): number {
    return [...this.#display.blocks.values()].reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** The first rows that are held: a sample of the table. */
  get sample(): readonly WindowRow[] {
    const first = Math.min(...this.#display.blocks.keys());
    return this.#display.blocks.get(first)?.rows ?? [];
  }

  /** The row at that place of the view on display; `undefined` = it is not here. */
  at(index: number): WindowRow | undefined {
    return this.#display.blocks.get(blockOf(index))?.rows[index % blockSize];
  }

  /** Asks for another view. The rows of the one before stay until those of the new one come. */
  want(view: View): void {
    if (isSame(view, this.#view)) return;
    this.#view = isSame(view, this.#display.view) ? this.#display.view : view;
    this.#askNext();
  }

  /** The store has that many rows of the table by now; `changed`: rows that it had before are different. */
  receive(rows: number, changed: boolean): void {
    const grew = rows > this.#total;
    this.#total = Math.max(this.#total, rows);
    this.#gone = false;
    const isPlainly = isPlain(this.#view) && isPlain(this.#display.view);
    if (changed || (grew && !isPlainly)) this.#edition++;
    this.#askNext();
  }

  /** These rows are in sight. */
  see(first: number, last: number): void {
    this.#sight = { first, last };
    for (let block = blockOf(first); block <= blockOf(last); block++) {
      const seen = this.#display.blocks.get(block);
      if (seen) keep(this.#display.blocks, block, seen);
    }
    this.#askNext();
  }

  /** No row is in sight: nothing is asked for. */
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

  /** The blocks to ask for next; `undefined` = all that is in sight is here. */
  #needed(): Span | undefined {
    if (!this.#sight) return undefined;
    const end = (this.#isOutdated ? this.#total : this.count) - 1;
    if (end < 0) return this.#isOutdated ? { first: 0, last: 0 } : undefined;
    const first = blockOf(Math.min(this.#sight.first - margin, end));
    const last = Math.min(blockOf(Math.min(this.#sight.last + margin, end)), first + mostBlocks - 1);
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

  /** One question at a time: what came into sight or was wanted meanwhile is asked for after its answer. */
  #askNext(): void {
    const needed = this.#asking || this.#gone ? undefined : this.#needed();
    if (!needed) return;
    const asked = { view: this.#view, edition: this.#edition, known: this.#total };
    const offset = needed.first * blockSize;
    const count = (needed.last - needed.first + 1) * blockSize;
    this.#asking = true;
    this.#ask({ view: this.#view, offset, count }, window => {
      this.#asking = false;
      if (!window) this.#gone = true;
      // The answer to a question about another view is outdated.
      else if (asked.view === this.#view) this.#take(asked, offset, window);
      this.#askNext();
      this.#onChange();
    });
  }

  #take(
    asked: { readonly view: View; readonly edition: number; readonly known: number },
    offset: number,
    { rows, shown, total, groups }: WindowResult,
  ): void {
    const before = this.#display;
    this.#total = Math.max(this.#total, total);
    const isNew = before.view !== asked.view || before.edition !== asked.edition;
    if (isNew && rows.length === 0 && shown > 0 && this.#sight) {
      // The view is shorter than the one before: its last rows come into sight, and the old ones stay until then.
      const { first, last } = this.#sight;
      this.#sight = { first: Math.max(0, shown - 1 - (last - first)), last: shown - 1 };
      return;
    }
    // A sorted or filtered view of another number of rows is another view.
    const isOther = isNew || (!isPlain(asked.view) && before.total !== total);
    const blocks = isOther ? new Map<number, Block>() : before.blocks;
    for (let start = 0; start === 0 || start < rows.length; start += blockSize)
      keep(blocks, blockOf(offset + start), {
        rows: rows.slice(start, start + blockSize),
        known: Math.max(asked.known, total),
      });
    for (const oldest of blocks.keys()) {
      if (blocks.size <= mostBlocks) break;
      blocks.delete(oldest);
    }
    this.#display = { view: asked.view, edition: asked.edition, shown, total, groups, blocks };
  }
}

/** Puts a block at the end, as the most recently seen one. */
function keep(blocks: Map<number, Block>, index: number, block: Block): void {
  blocks.delete(index);
  blocks.set(index, block);
}
