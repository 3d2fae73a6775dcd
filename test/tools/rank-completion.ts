/**
 * Hides the words of the collected queries, one at a time, and looks where the completion offers them again: `npm run
 * completion:rank`; `-- --missing` lists the ones that are not among the first five after two letters. Only queries of
 * the owners whose uses are not counted (test/support/corpus-split.ts) are taken.
 */
import { withoutPlaceholders } from '../../server/src/language/snippet.ts';
import type { Completion } from '../../server/src/language/service.ts';
import { type CorpusName, contextOf, corpusNames, readCorpus, serviceOf, viewOf } from '../support/corpus.ts';
import { isCounted } from '../support/corpus-split.ts';
import { comparable, type HiddenWord, hiddenWords } from '../support/hidden-words.ts';

const first = 5;
const context = contextOf();

interface Score {
  begun: number;
  begunFirst: number;
  empty: number;
  emptyFirst: number;
  offered: number;
}

/**
 * How well typed letters match an offer, as an editor sorts: 0 = from its beginning, 1 = from the beginning of a word
 * in it, 2 = letter by letter; undefined = not at all.
 */
function matchOf({ filter, label }: Completion, typed: string): number | undefined {
  const text = (filter ?? label).toLowerCase();
  const wanted = typed.toLowerCase();
  if (text.startsWith(wanted)) return 0;
  if (text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(wanted))) return 1;
  let at = -1;
  for (const letter of wanted) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return undefined;
  }
  return 2;
}

/** The offers at a cursor as an editor lists them. */
function listed(name: CorpusName, text: string, offset: number): Completion[] {
  const offers = serviceOf(name).complete(viewOf(name, text), offset, context);
  return offers
    .flatMap(offer => {
      const match = matchOf(offer, text.slice(offer.edit.span.start, offset));
      return match === undefined ? [] : { offer, match };
    })
    .toSorted((a, b) => a.match - b.match || a.offer.rank - b.offer.rank)
    .map(({ offer }) => offer);
}

/** What the query has in the word's place once an offer is accepted. */
function accepted({ edit, snippet }: Completion, start: number): string {
  const text = snippet ? withoutPlaceholders(edit.newText) : edit.newText;
  return text.slice(Math.max(0, start - edit.span.start));
}

function isWanted(offer: Completion, { kind, wanted, span }: HiddenWord): boolean {
  const text = accepted(offer, span.start);
  const word = kind === 'wiki parameter' ? text.replace(/^&?([^=]*)=?.*$/s, '$1') : text;
  if (kind.startsWith('wiki')) return word === wanted;
  const isOperator = kind === 'JQL operator';
  return comparable(isOperator ? word.replace(/ EMPTY$/i, '') : word) === comparable(wanted);
}

/** The place in the list, from 0; -1 = it is not there. */
function placeOf(name: CorpusName, query: string, word: HiddenWord, letters: number): number {
  const { start, end } = word.span;
  const typed = query.slice(start, end).slice(0, letters);
  const text = query.slice(0, start) + typed + query.slice(end);
  return listed(name, text, start + typed.length).findIndex(offer => isWanted(offer, word));
}

const isFirst = (place: number): boolean => place >= 0 && place < first;

const scores = new Map<string, Score>();
const missing = new Map<string, number>();
for (const name of corpusNames) {
  for (const { query, from } of readCorpus(name)) {
    if (isCounted(from)) continue;
    for (const word of hiddenWords(name, query)) {
      const score = scores.get(word.kind) ?? { begun: 0, begunFirst: 0, empty: 0, emptyFirst: 0, offered: 0 };
      scores.set(word.kind, score);
      const { start, end } = word.span;
      const quote = /^["']/.test(query.slice(start, end)) ? 1 : 0;
      const empty = placeOf(name, query, word, 0);
      score.empty++;
      if (isFirst(empty)) score.emptyFirst++;
      if (empty >= 0) score.offered++;
      if (comparable(word.wanted).length <= 2) continue;
      const begun = placeOf(name, query, word, 2 + quote);
      score.begun++;
      if (isFirst(begun)) score.begunFirst++;
      else {
        const key = `${word.kind}: ${word.wanted} (${begun < 0 ? 'not offered' : `place ${begun + 1}`})`;
        missing.set(key, (missing.get(key) ?? 0) + 1);
      }
    }
  }
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`).padStart(9);

console.log('Words of queries whose owners are not counted, hidden one at a time:');
console.log(
  `${''.padEnd(16)}${'words'.padStart(7)}${'two letters'.padStart(14)}${'nothing typed'.padStart(16)}${'offered'.padStart(10)}`,
);
for (const [kind, score] of [...scores].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(
    `${kind.padEnd(16)}${String(score.empty).padStart(7)}     ${percent(score.begunFirst, score.begun)}       ` +
      `${percent(score.emptyFirst, score.empty)} ${percent(score.offered, score.empty)}`,
  );
}
console.log(
  `Shares of words that are among the first ${first} after two letters, with nothing typed, and in the list.`,
);
if (process.argv.includes('--missing'))
  for (const [key, count] of [...missing].toSorted((a, b) => b[1] - a[1])) console.log(`${count} ${key}`);
