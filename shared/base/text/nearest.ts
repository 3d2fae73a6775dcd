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
  const foldedWord = folded(word);
  if (foldedWord === '' || foldedWord.length > longest) return [];
  let best: string[] = [];
  let least = Math.min(most, Math.max(1, Math.floor(foldedWord.length / 3)));
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = folded(candidate);
    if (other === '' || Math.abs(other.length - foldedWord.length) > least) continue;
    const distance = distanceBelow(foldedWord, other, least + 1);
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

/** Short names that were folded before: every unknown name is compared with all of the same known ones. */
const foldedNames = new Map<string, string>();
const mostFolded = 10_000;

function folded(word: string): string {
  const cached = foldedNames.get(word);
  if (cached !== undefined) return cached;
  const foldedWord = word.toLowerCase().replaceAll(/[-_\s]/g, '');
  if (foldedNames.size >= mostFolded) foldedNames.clear();
  if (word.length <= longest) foldedNames.set(word, foldedWord);
  return foldedWord;
}

/**
 * How many characters must be added, removed, changed, or swapped with the next one to make one word of the other.
 * Returns `limit` where it is that much or more.
 */
function distanceBelow(a: string, b: string, limit: number): number {
  const [lettersOfA, lettersOfB] = [lettersIn(a), lettersIn(b)];
  // Each letter that only one of them has takes a change of its own: most words are unlike by that alone.
  if (countOf(lettersOfA & ~lettersOfB) >= limit || countOf(lettersOfB & ~lettersOfA) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    before = above;
    above = row;
  }
  return above[b.length]!;
}

/** The letters of a word as bits; a few characters share one. */
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
