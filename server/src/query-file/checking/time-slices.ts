/** Lets other waiting work run. */
export type YieldTurn = () => Promise<void>;

/** Milliseconds of work before other work gets a turn: a completion must not wait for long work. */
const slice = 8;

/** Tells long work when to yield. */
export class TimeSlices {
  readonly #yieldTurn: YieldTurn;
  // Not `performance`, which costs Node 7 ms to load. A clock that was put back ends the slice.
  #start = Date.now();

  constructor(yieldTurn: YieldTurn) {
    this.#yieldTurn = yieldTurn;
  }

  get isOver(): boolean {
    return Math.abs(Date.now() - this.#start) >= slice;
  }

  async next(): Promise<void> {
    await this.#yieldTurn();
    this.#start = Date.now();
  }
}

/**
 * Collects the items of all parts, and lets other work run in between; `undefined` = the result is no longer wanted.
 */
export async function collectInSlices<T>(
  parts: Iterable<readonly T[]>,
  wanted: () => boolean,
  yieldTurn: YieldTurn,
): Promise<T[] | undefined> {
  const collected: T[] = [];
  const slices = new TimeSlices(yieldTurn);
  for (const part of parts) {
    for (const item of part) collected.push(item);
    if (!slices.isOver) continue;
    await slices.next();
    if (!wanted()) return undefined;
  }
  return collected;
}
