/** How much of a long text is shown at once. */
import { hiddenIn } from '../../../server/src/common/visible-text.ts';

/** A letter or digit of the one direction, and the next of the scripts that are written from right to left. */
const turned =
  /(?![\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}])[\p{L}\p{N}][^\p{L}\p{N}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu;

/** A browser lays out a paragraph in a time that grows with the square of the pieces that it has. */
const mostPieces = 1000;

/** Where writing turns round, which begins a piece that is laid out by itself. */
export const turns = (text: string): readonly number[] =>
  Array.from(text.matchAll(turned), ({ 0: turn, index }) => index + turn.replace(/.$/su, '').length);

/** Where pieces begin that are laid out by themselves: marks for hidden characters, and writing that turns round. */
function pieces(text: string): readonly number[] {
  const found = [...turns(text)];
  let end = -1;
  for (const { character, at } of hiddenIn(text)) {
    // Hidden characters that follow each other share a mark; line ends take effect.
    if (at !== end && character !== '\n') found.push(at);
    end = at + character.length;
  }
  return found.toSorted((one, other) => one - other);
}

/** Where a batch ends that begins there: after that many characters, or before where it would take long to lay out. */
export function batchEnd(text: string, start: number, size: number): number {
  const part = text.slice(start, start + size);
  const end = start + (pieces(part)[mostPieces] ?? part.length);
  const isWhole = end === text.length || !/[\ud800-\udbff]/.test(text.charAt(end - 1));
  return isWhole ? end : end + 1;
}
