/** Divides a long text into batches that are fast to lay out. */
import { hiddenIn } from '#shared/base/visible-text.ts';

/** A letter or digit of a left-to-right script, and the next letter of a right-to-left script. */
const turned =
  /(?![\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}])[\p{L}\p{N}][^\p{L}\p{N}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu;

/** The time in which a browser lays out a paragraph grows with the square of its pieces. */
const maxPieces = 1000;

/** The offsets where the writing direction changes, each of which begins a piece that is laid out by itself. */
export const turns = (text: string): readonly number[] =>
  Array.from(text.matchAll(turned), ({ 0: turn, index }) => index + turn.replace(/.$/su, '').length);

/** The offsets of pieces that are laid out by themselves: marks for hidden characters, and changes of direction. */
function pieces(text: string): readonly number[] {
  const starts = [...turns(text)];
  let end = -1;
  for (const { character, at } of hiddenIn(text)) {
    // Adjacent hidden characters share a mark; line feeds are not hidden.
    if (at !== end && character !== '\n') starts.push(at);
    end = at + character.length;
  }
  return starts.toSorted((one, other) => one - other);
}

/** The end of the batch that begins at an offset: after `size` characters, or earlier where layout would take long. */
export function batchEnd(text: string, start: number, size: number): number {
  const part = text.slice(start, start + size);
  const end = start + (pieces(part)[maxPieces] ?? part.length);
  const isWhole = end === text.length || !/[\ud800-\udbff]/.test(text.charAt(end - 1));
  return isWhole ? end : end + 1;
}
