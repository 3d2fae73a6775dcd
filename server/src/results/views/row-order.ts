/** Orders rows by the values of some columns. */

/** The key that determines the place of a row: a number, a text, or `null` for an empty cell. */
export type SortKey = number | string | null;

/** One column of a sort: the keys of all rows. */
export interface SortColumn {
  readonly keys: readonly SortKey[];
  readonly descending: boolean;
}

/**
 * The order of rows, sorted by some columns. Numbers come before texts, empty cells last in either direction; equal rows
 * keep their order.
 *
 * @param count number of rows
 * @param columns the most significant one first; those after the one that decides the order are not taken
 * @returns the indexes of the rows
 */
export function orderOf(count: number, columns: Iterable<SortColumn>): Int32Array {
  let ranked: Ranked | undefined;
  for (const column of columns) {
    const next = rankColumn(column);
    ranked = ranked === undefined ? next : combine(ranked, next);
    // No two rows are equal any more. The size of a single column is its distinct values and one more, for empty cells.
    if (ranked.size > count || (ranked !== next && ranked.size === count)) break;
  }
  if (ranked === undefined) return Int32Array.from({ length: count }, (_, index) => index);
  const { ranks } = ranked;
  // The index makes all numbers distinct, so that they can be sorted without a comparison function, which is ten times
  // as fast.
  const sorted = ranks.map((rank, index) => rank * count + index).toSorted();
  return Int32Array.from(sorted, number => number % count);
}

/** The rank of each row: the place of its value among the distinct values, from 0. */
interface Ranked {
  readonly ranks: Float64Array;
  /** Number of distinct values. */
  readonly size: number;
}

function rankColumn({ keys, descending }: SortColumn): Ranked {
  const different = new Set(keys);
  different.delete(null);
  const numbers = Float64Array.from([...different].filter(key => typeof key === 'number')).toSorted();
  const texts = rankTexts([...different].filter(key => typeof key === 'string'));
  const size = numbers.length + texts.size;
  const places = new Map<SortKey, number>();
  for (const [place, number] of numbers.entries()) places.set(number, place);
  for (const [text, rank] of texts.ranks) places.set(text, numbers.length + rank);
  return {
    size: size + 1,
    ranks: Float64Array.from(keys, key => {
      const place = places.get(key);
      if (place === undefined) return size;
      return descending ? size - 1 - place : place;
    }),
  };
}

/** The ranks by two columns. Their numbers are small enough to be exact, as there are no more of them than pairs of rows. */
function combine(one: Ranked, other: Ranked): Ranked {
  const pairs = one.ranks.map((rank, index) => rank * other.size + (other.ranks[index] ?? 0));
  const different = Float64Array.from(new Set(pairs)).toSorted();
  const places = new Map(Array.from(different, (pair, place) => [pair, place]));
  return { ranks: pairs.map(pair => places.get(pair) ?? 0), size: different.length };
}

/** The ranks of texts; texts that the language treats as equal have the same rank. */
function rankTexts(texts: readonly string[]): {
  readonly ranks: ReadonlyMap<string, number>;
  readonly size: number;
} {
  const keyOf = textOrder(texts);
  // The index makes all keys distinct, so that they can be sorted without a comparison function.
  const keyed = texts.map((text, index) => `${keyOf(text)}\0${index}`).toSorted();
  const ranks = new Map<string, number>();
  let size = 0;
  let before: string | undefined;
  for (const entry of keyed) {
    const end = entry.lastIndexOf('\0');
    const key = entry.slice(0, end);
    if (key !== before) size++;
    before = key;
    ranks.set(texts[Number(entry.slice(end + 1))] ?? '', size - 1);
  }
  return { ranks, size };
}

/** Maximum characters of a text that decide its place. */
const longest = 200;
/** Ranks of characters begin above the lengths of numbers, which are characters in keys too. */
const firstRank = longest + 1;
const characterCount = 0x1_0000;
const [zero, nine] = [0x30, 0x39];

/**
 * Creates sort keys for texts in the order of a language. Keys are compared as strings: comparing the texts themselves
 * by the language's rules takes ten times as long. Case is ignored, and so are accents that the language gives no
 * weight; numbers inside texts are ordered by value. A letter that the language treats as several (`æ` as `ae`) follows
 * the first of them.
 *
 * @param texts all texts to be compared
 * @param locale a BCP 47 tag; absent = the machine's
 * @returns a function that makes the key of one of the texts
 */
export function textOrder(texts: Iterable<string>, locale?: string): (text: string) => string {
  const ranks = characterRanks(texts, new Intl.Collator(locale, { sensitivity: 'base' }));
  const digits = ranks[zero] ?? '';
  return original => {
    const text = normalized(original);
    let key = '';
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (!isDigit(code)) {
        key += ranks[code] ?? '';
        continue;
      }
      const start = index;
      while (isDigit(text.charCodeAt(index + 1))) index++;
      const number = text.slice(start, index + 1).replace(/^0+(?=\d)/, '');
      key += digits + String.fromCharCode(number.length) + number;
    }
    return key;
  };
}

/** A rank, as a character, for each character of the texts, in the order of the language; an empty text = no weight. */
function characterRanks(
  texts: Iterable<string>,
  { compare }: Intl.Collator,
): readonly (string | undefined)[] {
  const occurring = new Uint8Array(characterCount);
  occurring[zero] = 1;
  for (const original of texts) {
    const text = normalized(original);
    for (let index = 0; index < text.length; index++) occurring[text.charCodeAt(index)] = 1;
  }
  const weighty = Array.from(occurring.keys())
    .filter(code => occurring[code] === 1)
    .map(code => String.fromCharCode(code))
    .filter(character => compare(character, '') !== 0)
    .toSorted(compare);
  const ranks: (string | undefined)[] = [];
  let rank = firstRank;
  for (const [index, character] of weighty.entries()) {
    const before = weighty[index - 1];
    if (before !== undefined && compare(before, character) !== 0) rank++;
    ranks[character.charCodeAt(0)] = String.fromCharCode(rank);
  }
  return ranks;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

const normalized = (text: string): string => text.slice(0, longest).normalize('NFC');
