/** Collected queries with a mistake that a preferred fix mends, made in them at random. */
import fc from 'fast-check';
import type { FixKind } from '../../server/src/query-file/checking/fix-preference.ts';
import { type CorpusName, readCorpus } from './corpus.ts';

/** The collected queries. */
export const collected: Readonly<Record<CorpusName, readonly string[]>> = {
  wiki: readCorpus('wiki').map(({ query }) => query),
  jql: readCorpus('jql').map(({ query }) => query),
};

type Make = (query: string, at: number, other: number) => string;

/** Replaces the match number `at` of a pattern. */
const replaceOne =
  (pattern: RegExp, to: (match: string, other: number) => string): Make =>
  (query, at, other) => {
    const matches = [...query.matchAll(pattern)];
    const match = matches[at % Math.max(1, matches.length)];
    if (match === undefined) return query;
    const end = match.index + match[0].length;
    return query.slice(0, match.index) + to(match[0], other) + query.slice(end);
  };
const misspelt: Make = replaceOne(/[a-z]{5,}/gi, (word, other) => {
  const at = 1 + (other % (word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
});
const unordered = (query: string): string => query.replace(/\s*order by[^]*/i, '');
const projects = ['OPS', 'ABC', 'WEB', 'X1', 'SUP', 'DEV', 'QA', 'CORE', 'APP', 'DOC'];
const sortKeys = [
  'key',
  'created',
  'updated',
  'priority',
  'status',
  'due',
  'votes',
  'summary',
  'assignee',
  'rank',
];

/** Mistakes that a fix of a kind mends, made in a query at a place. */
const broken: Readonly<Record<CorpusName, Readonly<Partial<Record<FixKind, readonly Make[]>>>>> = {
  jql: {
    signs: [
      replaceOne(/"[\w ]+"/g, value => value.slice(1, -1)),
      replaceOne(/"/g, () => ''),
      replaceOne(/[()]/g, () => ''),
      replaceOne(/"/g, () => '\u201c'),
      replaceOne(/\bin\s*\([\w, ]+\)/gi, list => list.replace('(', '[').replace(')', ']')),
    ],
    rename: [misspelt, replaceOne(/ = /g, () => ' == '), replaceOne(/ != /g, () => ' <> ')],
    add: [replaceOne(/ AND /gi, () => ' '), replaceOne(/, /g, () => ' ')],
    repetition: [
      (query, at, other) =>
        `${unordered(query)} ORDER BY ${sortKeys[other]!}, ${sortKeys[at % 10]!}, ${sortKeys[other]!}`,
      replaceOne(/ AND /gi, joint => `${joint}${joint.trimStart()}`),
      (query, at) =>
        `${unordered(query)} AND project = ${projects[at % 10]!} AND project = ${projects[at % 10]!}`,
    ],
    move: [
      (query, at, other) => `${unordered(query)} ORDER BY ${sortKeys[other]!} AND status = S${at}`,
      (query, at) => `(ORDER BY ${sortKeys[at % 10]!}) AND ${unordered(query)}`,
      replaceOne(/\b(\w+) = (\w+)\b/g, pair =>
        pair
          .split(' = ')
          .toReversed()
          .map(word => `"${word}"`)
          .join(' = '),
      ),
    ],
    address: [
      (query, at) => `https://jira${at}.example.com/issues/?jql=${encodeURIComponent(query)}`,
      (_, at, other) => `https://jira.example.com/browse/${projects[other]!}-${at}`,
      (_, at) => `https://jira.example.com/issues/?filter=${at}`,
    ],
  },
  wiki: {
    signs: [
      replaceOne(/\|/g, () => ','),
      replaceOne(/\||%7C/gi, separator => separator + separator),
      replaceOne(/=(?=\w)/g, () => ' = '),
      replaceOne(/=\w+/g, value => `="${value.slice(1)}"`),
    ],
    rename: [
      misspelt,
      replaceOne(/limit=\d+/g, () => 'limit=1,000'),
      replaceOne(/=[a-z]+/g, value => value.toUpperCase()),
    ],
    add: [
      replaceOne(/(?:^|[?&\n])(?:list|prop)=[^&\n]*/g, match => (match.startsWith('?') ? '?' : '')),
      replaceOne(/limit=/g, () => 'limit=5&rnlimit='),
    ],
    repetition: [
      replaceOne(/[&\n]\w+=[^&\n]*/g, pair => pair + pair),
      replaceOne(/=[\w]+(?:\||%7C)/gi, value => value + value.slice(1)),
      (query, at) => `# @limit ${1 + (at % 500)}\n# @limit ${1 + (at % 500)}\n${query}`,
    ],
    address: [
      (_, at) => `prop=info\ntitles=https://en.wikipedia.org/wiki/Page_${at}`,
      (query, at) =>
        `${query.replace(/titles=[^&\n]*/, '')}${query.startsWith('?') ? '&' : '\n'}titles=https://de.wikipedia.org/wiki/Seite_${at}`,
    ],
  },
};

const allKinds: readonly FixKind[] = ['signs', 'rename', 'add', 'repetition', 'move', 'address'];

/** The kinds of fixes that mend the mistakes made here. */
export const brokenKinds = (name: CorpusName): readonly FixKind[] =>
  allKinds.filter(kind => broken[name][kind] !== undefined);

/** Queries, each with a mistake that a fix of one of the kinds mends. */
export function brokenPairs(
  name: CorpusName,
  queries: readonly string[],
  kinds: readonly FixKind[] = brokenKinds(name),
): fc.Arbitrary<{ readonly right: string; readonly mistaken: string }> {
  const makers = kinds.flatMap(kind => broken[name][kind] ?? []);
  return fc
    .tuple(fc.constantFrom(...queries), fc.constantFrom(...makers), fc.nat(), fc.nat(9))
    .map(([right, make, at, other]) => ({ right, mistaken: make(right, at, other) }));
}

/** Queries with a mistake that a fix of one of the kinds mends. */
export const brokenQueries = (
  name: CorpusName,
  queries: readonly string[] = collected[name],
  kinds?: readonly FixKind[],
): fc.Arbitrary<string> => brokenPairs(name, queries, kinds).map(({ mistaken }) => mistaken);
