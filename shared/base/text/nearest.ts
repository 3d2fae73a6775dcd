/**
 * The candidate that a mistyped word most likely means: equal but for case, the same characters without `-` and `_`, or
 * at most a third of its characters away, two that changed places counting once. Of equally near ones the first.
 *
 * @param most how many characters it may be away at most, whatever its length
 * @returns undefined where nothing is near enough
 */
export function nearest(word: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  const foldedWord = folded(word);
  if (foldedWord === '' || foldedWord.length > longest) return undefined;
  let best: string | undefined;
  let limit = Math.min(most, Math.max(1, Math.floor(foldedWord.length / 3))) + 1;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = folded(candidate);
    if (other === '' || Math.abs(other.length - foldedWord.length) >= limit) continue;
    const distance = distanceBelow(foldedWord, other, limit);
    if (distance >= limit) continue;
    best = candidate;
    limit = distance;
    if (distance === 0) break;
  }
  return best;
}

/** The longest word to compare: longer ones are not mistyped names, and comparing them would be slow. */
const longest = 60;

const folded = (word: string): string => word.toLowerCase().replaceAll(/[-_\s]/g, '');

/**
 * How many characters must be added, removed, changed, or swapped with the next one to make one word of the other.
 * Returns `limit` where it is that much or more.
 */
function distanceBelow(a: string, b: string, limit: number): number {
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
