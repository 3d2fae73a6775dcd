import type { Completion } from '../../server/src/language/service.ts';

const searched = 128;

/**
 * True where an editor that matches letter by letter would show the item for what is typed: the letters are in its
 * filter text in their order, the first one at the beginning of a word, within what such an editor looks at.
 */
export function finds({ filter, label }: Completion, typed: string): boolean {
  const text = (filter ?? label).toLowerCase().slice(0, searched);
  const [first = '', ...rest] = typed.toLowerCase();
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if ((at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) && holdsInOrder(text.slice(at + 1), rest))
      return true;
  }
  return false;
}

function holdsInOrder(text: string, letters: readonly string[]): boolean {
  let at = 0;
  return letters.every(letter => {
    const found = text.indexOf(letter, at);
    at = found + 1;
    return found >= 0;
  });
}
