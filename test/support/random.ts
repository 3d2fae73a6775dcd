/** Pseudorandom numbers, the same in every run with the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * bound);
  }

  /** True with a probability of `percent`. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** From `least` to `most` items. */
  some<Item>(least: number, most: number, make: () => Item): Item[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
