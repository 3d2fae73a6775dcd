/** A hash table that finds names inside a text. */

/**
 * A table that finds names in a text without creating substrings, in any case for ASCII letters. It uses open
 * addressing by length and three letters, as nearly all words of a query differ in those.
 */
export class NameTable<T> {
  readonly #names: readonly string[];
  readonly #values: readonly T[];
  /** One more than the index of a name at the slot of its hash or after it; 0 ends the search. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  /**
   * By the low bits of a first letter: a bit for each length of the names that begin with it, the last one for all
   * longer names.
   */
  readonly #lengths: Int32Array;
  /**
   * By the names in lower case, for a table that has many names with the same hash, as a tracker may; else undefined.
   */
  #crowded: ReadonlyMap<string, T> | undefined;

  /** Makes a table; the first of several entries with the same name is kept. */
  constructor(entries: Iterable<readonly [name: string, value: T]>) {
    const list = [...entries];
    this.#names = list.map(([name]) => name);
    this.#values = list.map(([, value]) => value);
    this.#lengths = new Int32Array(128);
    this.#mask = 2 ** Math.ceil(Math.log2(4 * list.length + 2)) - 1;
    this.#slots = new Uint32Array(this.#mask + 1);
    for (const [index, name] of this.#names.entries()) {
      if (name === '' || this.at(name, 0, name.length) !== undefined) continue;
      const first = this.#slotOf(name, 0, name.length);
      let steps = 0;
      while (this.#slots[(first + steps) & this.#mask] !== 0) steps++;
      if (steps > maxSteps) {
        this.#crowded = new Map(list.toReversed().map(([each, value]) => [lowerCase(each), value]));
        return;
      }
      this.#slots[(first + steps) & this.#mask] = index + 1;
      this.#lengths[(name.charCodeAt(0) | 32) & 127]! |= bitOf(name.length);
    }
  }

  /** Returns the value of the name between two offsets of a text; undefined = none. */
  at(text: string, start: number, end: number): T | undefined {
    const length = end - start;
    if (this.#crowded !== undefined)
      return length <= 0 ? undefined : this.#crowded.get(lowerCase(text.slice(start, end)));
    if (length <= 0 || (this.#lengths[(text.charCodeAt(start) | 32) & 127]! & bitOf(length)) === 0)
      return undefined;
    const slots = this.#slots;
    const names = this.#names;
    const mask = this.#mask;
    for (let slot = this.#slotOf(text, start, end); ; slot = (slot + 1) & mask) {
      const next = slots[slot]!;
      if (next === 0) return undefined;
      const name = names[next - 1]!;
      if (name.length === length && isSame(text, start, name)) return this.#values[next - 1];
    }
  }

  #slotOf(text: string, start: number, end: number): number {
    const first = text.charCodeAt(start) | 32;
    const middle = text.charCodeAt((start + end) >> 1) | 32;
    const last = text.charCodeAt(end - 1) | 32;
    return (
      (Math.imul(first, 0x1f35) ^ Math.imul(middle, 0x2b1) ^ Math.imul(last, 0x3d) ^ (end - start)) &
      this.#mask
    );
  }
}

/** The maximum number of occupied slots that a search passes. */
const maxSteps = 64;

/** Returns a name with its ASCII letters in lower case. */
const lowerCase = (name: string): string => name.replaceAll(/[A-Z]+/g, capitals => capitals.toLowerCase());

const bitOf = (length: number): number => 1 << Math.min(length, 31);

function isSame(text: string, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const difference = text.charCodeAt(start + at) ^ name.charCodeAt(at);
    if (difference !== 0 && (difference !== 32 || !isSmallLetter(name.charCodeAt(at) | 32))) return false;
  }
  return true;
}

const isSmallLetter = (code: number): boolean => code >= 97 && code <= 122;
