/** Maximum characters of a text that determine its order. */
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
