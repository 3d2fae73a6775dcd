/**
 * The candidate that a mistyped word most likely means: equal but for case, the same characters without `-` and `_`, or
 * at most a third of its characters away, two that changed places counting once. Of equally near ones the first.
 *
 * @param most how many characters it may be away at most, whatever its length
 * @returns undefined where nothing is near enough
 */
export const nearest = (word: string, candidates: Iterable<string>, most = Infinity): string | undefined =>
  equallyNear(word, candidates, most)[0];

/** All candidates that are as near to a word as the nearest one, in their order; `[]` = none is near enough. */
export function equallyNear(word: string, candidates: Iterable<string>, most = Infinity): readonly string[] {
  const { text, letters } = folded(word);
  if (text === '' || text.length > longest) return [];
  let best: string[] = [];
  let least = Math.min(most, Math.max(1, Math.floor(text.length / 3)));
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = folded(candidate);
    if (other.text === '' || Math.abs(other.text.length - text.length) > least) continue;
    // Each letter that only one of them has takes a change of its own: most words are unlike by that alone.
    if (countOf(letters & ~other.letters) > least || countOf(other.letters & ~letters) > least) continue;
    const distance = distanceBelow(text, other.text, least + 1);
    if (distance > least) continue;
    if (distance < least) best = [];
    best.push(candidate);
    least = distance;
    if (distance === 0) break;
  }
  return best;
}

/** The longest word to compare: longer ones are not mistyped names, and comparing them would be slow. */
const longest = 60;

/** A word as it is compared. */
interface FoldedWord {
  readonly text: string;
  /** Its letters as bits; a few characters share one. */
  readonly letters: number;
}

/** Short names that were folded before: every unknown name is compared with all of the same known ones. */
const foldedNames = new Map<string, FoldedWord>();
const maxFolded = 10_000;

function folded(word: string): FoldedWord {
  const cached = foldedNames.get(word);
  if (cached !== undefined) return cached;
  const text = word.toLowerCase().replaceAll(/[-_\s]/g, '');
  const foldedWord = { text, letters: lettersIn(text) };
  if (foldedNames.size >= maxFolded) foldedNames.clear();
  if (word.length <= longest) foldedNames.set(word, foldedWord);
  return foldedWord;
}

/** Three rows of the table of distances, for the longest word and the candidates that can be near it. */
const rowLength = 2 * longest;
let above = new Uint8Array(rowLength);
let before = new Uint8Array(rowLength);
let row = new Uint8Array(rowLength);

/**
 * How many characters must be added, removed, changed, or swapped with the next one to make one word of the other.
 * Returns `limit` where it is that much or more.
 */
function distanceBelow(a: string, b: string, limit: number): number {
  for (let j = 0; j <= b.length; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = letter === b.charCodeAt(j - 1);
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, before[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least >= limit) return limit;
    [before, above, row] = [above, row, before];
  }
  return above[b.length]!;
}

function lettersIn(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

/** How many bits are set. */
function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
