/** Numbers that look random and are the same every time: a seeded generator, and choices made with it. */
export interface Chance {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
}

/** @param seed any whole number; equal seeds give equal sequences. */
export function chance(seed: number): Chance {
  let state = Math.trunc(seed);
  const next = (): number => {
    // A linear congruential step modulo 2^32 (Knuth's constants); the high bits are the good ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick: items => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
  };
}

/** A number that belongs to a text: the seed for what depends on that text alone. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const letter of text) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return seed;
}
