/**
 * Fixes that are made without asking keep what the user wrote: of each kind, over collected queries, mutants of them, and
 * queries with a known mistake. The words are counted here anew, without the product's own rule.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import keysByKind from '../../server/catalogue/query-file/preferred-fixes.json' with { type: 'json' };
import jqlMessages from '../../server/catalogue/messages/jql.json' with { type: 'json' };
import fileMessages from '../../server/catalogue/messages/query-file.json' with { type: 'json' };
import wikiMessages from '../../server/catalogue/messages/wiki.json' with { type: 'json' };
import {
  type FixKind,
  fixKindOf,
  preferredFixes,
} from '../../server/src/query-file/checking/fix-preference.ts';
import { isSameQuery } from '../../server/src/jql/syntax/tokenize.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import { type Problem, problemKey } from '#shared/base/text/problem.ts';
import type { HostId } from '../../server/src/embedded/hosts/hosts.ts';
import {
  contextOf,
  type CorpusName,
  corpusNames,
  problemsOf,
  readCorpus,
  serviceOf,
  viewOf,
} from '../support/corpus.ts';
import { shapeOf } from '../conformance/mediawiki/sandbox-shapes/shape.ts';
import type { Json } from '../sandbox/json.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type WikiAnswer, WikiSession } from '../support/wiki-session.ts';
import { buildWikiRequest } from '../../server/src/wiki/wiki-request.ts';
import { modelOf } from '../support/wiki-problems.ts';
import { cases } from '../support/depth.ts';
import {
  embeddedContext,
  embeddedDocument,
  jqlQuotings,
  languageFor,
  wikiQuotings,
} from '../support/embedded.ts';
import { edited, fixAll } from '../support/jql-problems.ts';

const context = contextOf();
const { source: _source, ...kinds } = keysByKind;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter(word => word !== '');

/** The words that are gone, each as often as it is. */
function lostWords(text: string, now: string): string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(now)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wordsOf(text).filter(word => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}

/** Signs and words that turn a meaning round; in a wiki query it is only `!`, as `notformat` is a name. */
const negations = /!|<>|><|\bnot\b|n['’]t\b|\bne\b|\bnotin\b/i;
const isNegative = (name: CorpusName, text: string): boolean =>
  name === 'wiki' ? text.includes('!') : text.search(negations) >= 0;

/** Returns the harm of a preferred fix, by its kind; undefined = none. */
function harm(name: CorpusName, kind: FixKind, text: string, now: string): string | undefined {
  const lost = lostWords(text, now);
  switch (kind) {
    case 'signs':
    case 'add':
      return lost.every(word => wordsOf(now).includes(word)) ? undefined : `lost ${lost.join(' ')}`;
    case 'repetition':
      return lost.every(word => wordsOf(now).includes(word)) ? undefined : `lost ${lost.join(' ')}`;
    case 'move':
      return lost.every(word => word === 'and' || word === 'where') ? undefined : `lost ${lost.join(' ')}`;
    case 'address':
      return /https?:|jql=|%/i.test(text) ? undefined : 'not an address';
    case 'rename':
      if (lost.length > 5) return `lost ${lost.join(' ')}`;
      return isNegative(name, text) === isNegative(name, now) ? undefined : 'turned round';
  }
}

/** How many texts had a preferred fix of each kind, by language or host. */
const counts = new Map<string, Map<FixKind, number>>();

function checkFix(where: string, name: CorpusName, problem: Problem, text: string, now: string): FixKind {
  const kind = fixKindOf(problemKey(problem));
  assert.ok(kind, `${problemKey(problem)} has no kind`);
  const harmed = harm(name, kind, text, now);
  assert.equal(harmed, undefined, `${where} ${problemKey(problem)}: ${text} → ${now}: ${harmed ?? ''}`);
  return kind;
}

/** Counts a text once for each kind of its preferred fixes. */
function countKinds(where: string, seenKinds: ReadonlySet<FixKind>): void {
  const here = counts.get(where) ?? new Map<FixKind, number>();
  counts.set(where, here);
  for (const kind of seenKinds) here.set(kind, (here.get(kind) ?? 0) + 1);
}

function checkFixes(name: CorpusName, text: string): void {
  let view;
  try {
    view = viewOf(name, text);
  } catch {
    return;
  }
  const seenKinds = new Set<FixKind>();
  for (const problem of serviceOf(name).problems(view, context))
    for (const fix of serviceOf(name).fixes(view, problem, context))
      if (fix.preferred) seenKinds.add(checkFix(name, name, problem, text, edited(text, fix.edits)));
  countKinds(name, seenKinds);
}

async function checkHostFixes(host: HostId, name: CorpusName, source: string): Promise<void> {
  const document = await embeddedDocument(host, source);
  const seenKinds = new Set<FixKind>();
  for (const [index, query] of document.queries.entries()) {
    const language = languageFor(query);
    for (const problem of document.problems(index, language, embeddedContext))
      for (const fix of document.fixes(problem, language, embeddedContext)) {
        if (!fix.preferred) continue;
        const now = applyEdits(source, fix.edits);
        seenKinds.add(checkFix(host, name, problem.problem, source, now));
        assert.equal((await embeddedDocument(host, now)).queries.length, document.queries.length, now);
      }
  }
  countKinds(host, seenKinds);
}

const texts: Readonly<Record<CorpusName, readonly string[]>> = {
  wiki: readCorpus('wiki').map(({ query }) => query),
  jql: readCorpus('jql').map(({ query }) => query),
};
const pieces: Readonly<Record<CorpusName, readonly string[]>> = {
  jql: [
    '==',
    ' not ',
    'Not ',
    ' or ',
    ' and ',
    ' AND AND ',
    ',',
    ';',
    '(',
    ')',
    '"',
    "'",
    '\n',
    '\n\n',
    '\n# c\n',
    ' ORDER BY key',
    'NOT ',
    ' in ',
    ' is ',
    '!',
    '-',
    '#',
    '//',
    ' x y',
    ' In Progress',
    ' was ',
  ],
  wiki: [
    '&',
    '|',
    ',',
    ' ',
    '\n',
    '=',
    '%20',
    '&amp;',
    '"',
    '[[A]]',
    '&limit=5',
    '\nprop=info',
    '\nlist=allpages',
    'x',
    '1',
    'T',
    '&rvprop=content',
    '\ntitle=A',
  ],
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
const broken: Readonly<Record<CorpusName, Readonly<Record<string, readonly Make[]>>>> = {
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
const kindNamed = (name: string): FixKind =>
  v.parse(v.picklist(['signs', 'rename', 'add', 'repetition', 'move', 'address']), name);

describe('a preferred fix', () => {
  after(() => {
    for (const [where, here] of counts)
      console.log(
        `${where}, texts by kind of fix: ${Array.from(here, ([kind, count]) => `${kind} ${count}`).join(', ')}`,
      );
  });

  it('has one kind for each problem, and each of them is known', () => {
    const all = Object.values(kinds).flat();
    assert.equal(new Set(all).size, all.length);
    const known = new Set(
      [jqlMessages, wikiMessages, fileMessages].flatMap(messages => Object.keys(messages)),
    );
    const isKnown = (key: string): boolean =>
      known.has(key) || [...known].some(name => name.startsWith(`${key}.`));
    assert.deepEqual(
      all.filter(key => !isKnown(key)),
      [],
    );
  });

  for (const name of corpusNames) {
    it(`keeps what collected ${name} queries say`, () => {
      for (const text of texts[name]) checkFixes(name, text);
    });

    it(`leaves collected ${name} queries that are fine as they are`, () => {
      for (const { query, judgement } of readCorpus(name)) {
        if (judgement !== 'fine') continue;
        const view = viewOf(name, query);
        const fixes = preferredFixes(serviceOf(name), view, problemsOf(name, query, context), context);
        assert.equal(
          edited(
            query,
            fixes.flatMap(({ edits }) => edits),
          ),
          query,
        );
      }
    });

    it(`keeps what mutants of them say (${name})`, () =>
      fc.assert(
        fc.property(
          fc.constantFrom(...texts[name]),
          fc.nat(400),
          fc.nat(6),
          fc.constantFrom(...pieces[name]),
          fc.nat(400),
          fc.constantFrom('', ...pieces[name]),
          (query, at, length, put, at2, put2) => {
            const from = at % (query.length + 1);
            const once = query.slice(0, from) + put + query.slice(from + length);
            const then = at2 % (once.length + 1);
            checkFixes(name, once.slice(0, then) + put2 + once.slice(then));
          },
        ),
        { numRuns: cases(600, 60_000) },
      ));

    for (const [kind, makers] of Object.entries(broken[name]))
      it(`of the kind ${kind} keeps what a query says that has a mistake of it (${name})`, () => {
        const least = cases(50, 20_000);
        const made = fc.tuple(
          fc.constantFrom(...texts[name]),
          fc.constantFrom(...makers),
          fc.nat(),
          fc.nat(9),
        );
        const seen = (): number => counts.get(name)?.get(kindNamed(kind)) ?? 0;
        const seenBefore = seen();
        for (let seed = 1; seen() - seenBefore < least; seed++) {
          assert.ok(seed < 100, `${kind}: only ${seen() - seenBefore} texts`);
          fc.assert(
            fc.property(made, ([query, make, at, other]) => checkFixes(name, make(query, at, other))),
            { numRuns: least, seed },
          );
        }
      });
  }

  for (const [name, quotings] of [
    ['jql', jqlQuotings],
    ['wiki', wikiQuotings],
  ] as const)
    for (const [index, [host, template]] of quotings.entries())
      it(`keeps what a text in ${host} says: ${JSON.stringify(template)}`, () => {
        const makers = Object.values(broken[name]).flat();
        const single = texts[name].filter(
          text => !text.includes('\n') && (name === 'jql' || text.startsWith('?')),
        );
        const made = fc.tuple(fc.constantFrom(...single), fc.constantFrom(...makers), fc.nat(), fc.nat(9));
        return fc.assert(
          fc.asyncProperty(made, ([query, make, at, other]) => {
            const text = make(query, at, other)
              .replace(/^\?/, '')
              .replaceAll(/["'\\`${}\n]/g, '');
            return checkHostFixes(
              host,
              name,
              template.replace('QUERY', () => text),
            );
          }),
          { numRuns: cases(20, 1500), seed: index },
        );
      });
});

describe('a preferred fix of a wiki query, asked of a wiki', () => {
  let wiki: SandboxWiki;
  let session: WikiSession;
  before(async () => {
    wiki = await startSandboxWiki();
    session = new WikiSession(wiki.url);
  });
  after(() => wiki.stop());

  /** The answer to a query; its format is the same for all, and a wiki that is not busy does not lag. */
  const ask = (text: string): Promise<WikiAnswer & { readonly query?: Json }> => {
    const sent = buildWikiRequest(modelOf(text)).parameters.filter(([name]) => !ownParameters.has(name));
    return session.ask(new URLSearchParams(sent.map(([name, value]): [string, string] => [name, value])));
  };
  const ownParameters: ReadonlySet<string> = new Set(['format', 'formatversion', 'errorformat', 'maxlag']);

  // The same mistakes in every run: with others a fix can rightly find other rows, which have other members.
  it('keeps every member that a program reads of the answer', async t => {
    const made = fc.tuple(
      fc.constantFrom(...texts.wiki),
      fc.constantFrom(...Object.values(broken.wiki).flat()),
      fc.nat(),
      fc.nat(9),
    );
    const mistaken = fc.sample(made, { numRuns: 300, seed: 1 });
    const queries = [...texts.wiki, ...mistaken.map(([query, make, at, other]) => make(query, at, other))];
    let compared = 0;
    for (const query of queries) {
      const service = serviceOf('wiki');
      const view = viewOf('wiki', query);
      for (const { edits } of preferredFixes(service, view, service.problems(view, context), context)) {
        const [answer, fixed] = [await ask(query), await ask(edited(query, edits))];
        if (answer.errors !== undefined) continue;
        compared++;
        const kept = shapeOf(fixed.query ?? {});
        const lost = [...shapeOf(answer.query ?? {}).keys()].filter(member => !kept.has(member));
        assert.deepEqual([lost, fixed.errors], [[], undefined], `${query} → ${edited(query, edits)}`);
      }
    }
    t.diagnostic(`${compared} pairs of answers`);
    assert.ok(compared > 100);
  });
});

/** Mistakes that are made of a right query, and whether it has a place for them. */
const mistakes: readonly ((query: string) => string)[] = [
  query => query.replace(/(?<![<>!=])=(?!=)/, '=='),
  query => query.replace(' != ', ' <> '),
  query => query.replace(/"([A-Z]\w+ \w+)"/, '$1'),
  query => query.replace(/\)([^)]*)$/, '$1'),
  query => query.replace(/\((\w+), (\w+)\)/, '[$1, $2]'),
  query => query.replace(/in \("?(\w+)"?, "?(\w+)"?\)/, '= $1 or $2'),
  query => query.replace(' AND ', ' AND AND '),
  query => `"${query}`,
  query => `${query};`,
  query => query.replace(' in (', ' in '),
];
const conditions = fc.constantFrom(
  'status = Open',
  'status != Open',
  'status = "Not Started"',
  'status in (Open, Done)',
  'status not in ("Not Started", Done)',
  'resolution = "Won Fix"',
  'assignee IS EMPTY',
  'NOT status = Done',
  '(status = Open OR votes > 3)',
  'summary ~ login',
  'created >= -7d',
  'labels in (red, blue)',
);
const rightQueries = fc
  .tuple(
    fc.array(conditions, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(' AND ', ' OR '),
    fc.constantFrom('', ' ORDER BY key', ' ORDER BY created DESC, key'),
  )
  .map(([parts, joint, order]) => parts.join(joint) + order);
/** Quotes are optional, and so are parentheses where all conditions are joined by OR. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(text.includes(' AND ') ? /["']/g : /["'()]/g, '');

it('fixes of a known mistake restore the query, or leave an error for the user', () =>
  fc.assert(
    fc.property(rightQueries, fc.constantFrom(...mistakes), (query, make) => {
      const mistaken = make(query);
      const fixed = fixAll(fixAll(mistaken));
      const isOpen = problemsOf('jql', fixed, context).some(({ severity }) => severity === 'error');
      if (mistaken === query || isOpen) return;
      assert.ok(isSameQuery(withoutQuotes(fixed), withoutQuotes(query)), `${query} ⇒ ${mistaken} ⇒ ${fixed}`);
    }),
    { numRuns: cases(600, 20_000) },
  ));
