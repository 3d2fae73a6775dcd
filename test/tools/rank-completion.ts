/**
 * Hides the words of the collected queries, one at a time, and looks where the completion offers them again: `npm run
 * completion:rank`; `-- --missing` lists the ones that are not among the first five after two letters.
 *
 * The counts never include the queries under test: the owners of the queries are in ten parts, and the queries of a part
 * are tried with the counts of the other nine. The workspace is that of the owner: the owner's other queries, without the
 * one that the word is hidden in and without its copies.
 */
import usualValues from '../../server/catalogue/jql/values.json' with { type: 'json' };
import { builtInJql } from '../../server/src/jql/catalogue/knowledge.ts';
import { JqlSites } from '../../server/src/jql/catalogue/jql-sites.ts';
import { JqlUsage } from '../../server/src/jql/catalogue/usage.ts';
import { createJqlReader, createJqlService } from '../../server/src/jql/jql-service.ts';
import { WordCounts } from '../../server/src/query-file/language/query-words.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import type { Completion, LanguageService } from '../../server/src/query-file/language/language-service.ts';
import { WikiSites } from '../../server/src/wiki/catalogue/wiki-sites.ts';
import { WikiUsage } from '../../server/src/wiki/catalogue/wiki-usage.ts';
import { createReader, createWikiService } from '../../server/src/wiki/wiki-service.ts';
import { builtIn } from '../support/catalogue.ts';
import { type CorpusName, contextOf, corpusNames, ownerOf, readCorpus, viewOf } from '../support/corpus.ts';
import { partOf, parts } from '../support/corpus-split.ts';
import { comparable, type HiddenWord, hiddenWords } from '../support/hidden-words.ts';
import { type CountedQuery, countJql, countWiki } from '../support/usage-counts.ts';

const first = 5;

interface Score {
  begun: number;
  begunFirst: number;
  empty: number;
  emptyFirst: number;
  offered: number;
}

/** A query to try, with what the completion knows meanwhile. */
interface Trial {
  readonly name: CorpusName;
  readonly query: string;
  readonly service: LanguageService;
  readonly otherWords: (() => WordCounts) | undefined;
}

/** The language service that knows the counts of some queries alone. */
function serviceKnowing(name: CorpusName, counted: readonly CountedQuery[]): LanguageService {
  if (name === 'wiki') {
    const sites = new WikiSites({ ...builtIn, usage: new WikiUsage(countWiki(counted)) });
    return createWikiService(sites, createReader(sites), key => key);
  }
  const sites = new JqlSites({ ...builtInJql, usage: new JqlUsage(countJql(counted)) });
  return createJqlService(sites, createJqlReader(), key => key);
}

const normalized = (query: string): string => query.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The words of an owner's queries without one of them. */
function wordsWithout(
  query: string,
  ofOwner: readonly CountedQuery[],
  trial: Omit<Trial, 'otherWords'>,
): WordCounts {
  const counts = new WordCounts();
  for (const other of ofOwner)
    if (normalized(other.query) !== normalized(query))
      for (const word of trial.service.words?.(viewOf(trial.name, other.query)) ?? []) counts.add(word);
  return counts;
}

function* trials(name: CorpusName, inWorkspace: boolean): Generator<Trial> {
  const all = readCorpus(name);
  const byOwner = Map.groupBy(all, ({ from }) => ownerOf(from));
  for (let part = 0; part < parts; part++) {
    const service = serviceKnowing(
      name,
      all.filter(({ from }) => partOf(from) !== part),
    );
    for (const { query, from } of all) {
      if (partOf(from) !== part) continue;
      const trial = { name, query, service };
      const words = inWorkspace ? wordsWithout(query, byOwner.get(ownerOf(from)) ?? [], trial) : undefined;
      yield { ...trial, otherWords: words && (() => words) };
    }
  }
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
function listed({ name, service, otherWords }: Trial, text: string, offset: number): Completion[] {
  const context = { ...contextOf(), ...(otherWords && { otherWords }) };
  const offers = service.complete(viewOf(name, text), offset, context);
  return offers
    .flatMap(offer => {
      const match = matchOf(offer, text.slice(offer.edit.span.start, offset));
      return match === undefined ? [] : { offer, match };
    })
    .toSorted((a, b) => a.match - b.match || a.offer.rank - b.offer.rank)
    .map(({ offer }) => offer);
}

/** The text in the word's place once a completion item is accepted. */
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
function placeOf(trial: Trial, word: HiddenWord, letters: number): number {
  const { query } = trial;
  const { start, end } = word.span;
  const typed = query.slice(start, end).slice(0, letters);
  const text = query.slice(0, start) + typed + query.slice(end);
  return listed(trial, text, start + typed.length).findIndex(offer => isWanted(offer, word));
}

const usual = new Set(Object.values(usualValues.values).flatMap(values => values.map(comparable)));

/** The owners that use each value of JQL. */
const ownersOfValues = new Map<string, Set<string>>();
for (const { query, from } of readCorpus('jql'))
  for (const { kind, wanted } of hiddenWords('jql', query)) {
    if (kind !== 'JQL value') continue;
    const owners = ownersOfValues.get(comparable(wanted)) ?? new Set<string>();
    ownersOfValues.set(comparable(wanted), owners.add(ownerOf(from)));
  }

/** A value that one owner alone uses, and that no tracker has from the beginning, is that tracker's own. */
function kindOf({ kind, wanted }: HiddenWord): string {
  if (kind !== 'JQL value') return kind;
  const isOwn = !usual.has(comparable(wanted)) && (ownersOfValues.get(comparable(wanted))?.size ?? 0) < 2;
  return isOwn ? 'JQL own value' : kind;
}

const isFirst = (place: number): boolean => place >= 0 && place < first;

const missing = new Map<string, number>();

function score(trial: Trial, word: HiddenWord, scores: Map<string, Score>): void {
  const kind = kindOf(word);
  const sum = scores.get(kind) ?? { begun: 0, begunFirst: 0, empty: 0, emptyFirst: 0, offered: 0 };
  scores.set(kind, sum);
  const quote = /^["']/.test(trial.query.slice(word.span.start, word.span.end)) ? 1 : 0;
  const empty = placeOf(trial, word, 0);
  sum.empty++;
  if (isFirst(empty)) sum.emptyFirst++;
  if (empty >= 0) sum.offered++;
  if (comparable(word.wanted).length <= 2) return;
  const begun = placeOf(trial, word, 2 + quote);
  sum.begun++;
  if (isFirst(begun)) {
    sum.begunFirst++;
    return;
  }
  if (trial.otherWords === undefined) return;
  const key = `${kind}: ${word.wanted} (${begun < 0 ? 'not offered' : `place ${begun + 1}`})`;
  missing.set(key, (missing.get(key) ?? 0) + 1);
}

function scoresOf(inWorkspace: boolean): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const name of corpusNames)
    for (const trial of trials(name, inWorkspace))
      for (const word of hiddenWords(name, trial.query)) score(trial, word, scores);
  return scores;
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`).padStart(9);

function print(title: string, scores: ReadonlyMap<string, Score>): void {
  console.log(`\n${title}`);
  console.log(
    `${''.padEnd(16)}${'words'.padStart(7)}${'two letters'.padStart(14)}${'nothing typed'.padStart(16)}${'offered'.padStart(10)}`,
  );
  for (const [kind, sum] of [...scores].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(
      `${kind.padEnd(16)}${String(sum.empty).padStart(7)}     ${percent(sum.begunFirst, sum.begun)}       ` +
        `${percent(sum.emptyFirst, sum.empty)} ${percent(sum.offered, sum.empty)}`,
    );
}

const owners = (name: CorpusName): number => new Set(readCorpus(name).map(({ from }) => ownerOf(from))).size;
console.log(
  `Words of ${corpusNames.map(name => `${readCorpus(name).length} ${name} queries of ${owners(name)} owners`).join(' and ')}, ` +
    'hidden one at a time: the share of words that are\namong the first ' +
    `${first} offers after two letters, with nothing typed, and anywhere in the list.\n` +
    `Counted and tried are never the same: the owners are in ${parts} parts, and the queries of each part are tried with\n` +
    'the counts of the others. Neither the hidden word nor copies of its query are in the workspace. An own field, function\nor value is one that only a single tracker has: nothing but its workspace can offer it.',
);
print("Without the workspace's other queries:", scoresOf(false));
print("With the owner's other queries as the workspace:", scoresOf(true));
if (process.argv.includes('--missing'))
  for (const [key, count] of [...missing].toSorted((a, b) => b[1] - a[1])) console.log(`${count} ${key}`);
