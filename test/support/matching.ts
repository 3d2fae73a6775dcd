import type { Completion } from '../../server/src/query-file/language/language-service.ts';

const searched = 128;

/**
 * Whether an editor with fuzzy matching would show an item for a typed text: its letters are in the filter text in
 * their order, the first one at the start of a word, within the part that such an editor reads.
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
    const index = text.indexOf(letter, at);
    at = index + 1;
    return index >= 0;
  });
}
