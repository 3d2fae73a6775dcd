/**
 * Reads the text-search syntax: words, phrases, `*` and `?`, AND OR NOT, `+` `-`, `word~` (here the word and words that
 * begin like it), `^4` (ignored). Words are joined by AND.
 * @returns a test of texts, or `undefined` for what cannot be read.
 */
export function readTextSearch(search: string): ((texts: readonly string[]) => boolean) | undefined {
  const pieces = [...search.matchAll(piece)];
  if (search.replaceAll(piece, '').trim() !== '' || pieces.length === 0) return undefined;
  const groups: Term[][] = [[]];
  let negated = false;
  let previous = 'operator';
  for (const [, sign, phrase, word = ''] of pieces) {
    if (phrase === undefined && /^(?:AND|OR|&&|\|\|)$/u.test(word)) {
      if (previous === 'operator') return undefined;
      previous = 'operator';
      if (word === 'OR' || word === '||') groups.push([]);
    } else if (phrase === undefined && (word === 'NOT' || word === '!')) {
      negated = true;
      previous = 'operator';
    } else if (phrase !== undefined || word !== '') {
      const test = phrase === undefined ? wordTest(word) : phraseTest(phrase);
      if (!test) return undefined;
      groups.at(-1)?.push({ test, negated: negated || sign === '-' });
      negated = false;
      previous = 'term';
    }
  }
  if (previous === 'operator') return undefined;
  return texts => groups.some(terms => terms.every(({ test, negated: not }) => texts.some(test) !== not));
}

/** A phrase with its distance and weight, a word with what is attached to it, or a parenthesis, which is ignored. */
const piece = /([+-]?)(?:"((?:[^"\\]|\\.)*)"(?:~\d*)?(?:\^\d+)?|[()]|((?:[^\s"()\\]|\\.)+))/gu;

interface Term {
  readonly test: (text: string) => boolean;
  readonly negated: boolean;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function phraseTest(phrase: string): (text: string) => boolean {
  const wanted = ` ${wordsOf(phrase).join(' ')} `;
  return text => ` ${wordsOf(text).join(' ')} `.includes(wanted);
}

/** A word that begins with a wildcard cannot be read. */
function wordTest(word: string): ((text: string) => boolean) | undefined {
  const bare = word
    .replace(/\^\d+$/u, '')
    .replace(/~\d*$/u, '')
    .replaceAll(/\\(.)/gu, '$1');
  if (/^[*?]/u.test(bare)) return undefined;
  if (!/[*?~]/u.test(word)) {
    const wanted = wordsOf(bare);
    return text => wanted.length > 0 && phraseTest(bare)(text);
  }
  const pattern = bare
    .toLowerCase()
    .replaceAll(/[.+^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const test = new RegExp(`^${pattern}${word.includes('~') ? '.?' : ''}$`, 'u');
  return text => wordsOf(text).some(one => test.test(one));
}
