/** Gives the turn to whatever waits. */
export type YieldTurn = () => Promise<void>;

/** Milliseconds of work after which the turn is given away: long work must not hold up a completion. */
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

/** All that a walk finds part by part, with turns in between; `undefined` = no longer wanted. */
export async function collectInSlices<T>(
  parts: Iterable<readonly T[]>,
  wanted: () => boolean,
  yieldTurn: YieldTurn,
): Promise<T[] | undefined> {
  const all: T[] = [];
  const slices = new TimeSlices(yieldTurn);
  for (const part of parts) {
    for (const item of part) all.push(item);
    if (!slices.isOver) continue;
    await slices.next();
    if (!wanted()) return undefined;
  }
  return all;
}
