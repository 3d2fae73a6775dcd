/**
 * Fixes that are made without asking keep what the user wrote: of each kind, over collected queries, mutants of them, and
 * queries with a known mistake. The words are counted here anew, without the product's own rule.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import keysByKind from '../../server/catalogue/query-file/preferred-fixes.json' with { type: 'json' };
import jqlMessages from '../../server/catalogue/messages/jql.json' with { type: 'json' };
import fileMessages from '../../server/catalogue/messages/query-file.json' with { type: 'json' };
import wikiMessages from '../../server/catalogue/messages/wiki.json' with { type: 'json' };
import { type FixKind, preferredFixes } from '../../server/src/query-file/checking/fix-preference.ts';
import { isSameQuery } from '../../server/src/jql/syntax/tokenize.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { brokenKinds, brokenQueries, collected } from '../support/broken-queries.ts';
import {
  contextOf,
  type CorpusName,
  corpusNames,
  problemsOf,
  readCorpus,
  serviceOf,
  viewOf,
} from '../support/corpus.ts';
import { cases } from '../support/depth.ts';
import { checkFix, KindCounts } from '../support/fix-harm.ts';
import { type FixedAnswer, fixedAnswers, isWorse } from '../support/fixed-answers.ts';
import { edited, fixAll } from '../support/jql-problems.ts';
import { WikiSession } from '../support/wiki-session.ts';

const context = contextOf();
const { source: _source, ...kinds } = keysByKind;
const counts = new KindCounts();

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
  counts.add(name, seenKinds);
}

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

describe('a preferred fix', () => {
  after(() => console.log(String(counts)));

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
      for (const text of collected[name]) checkFixes(name, text);
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
          fc.constantFrom(...collected[name]),
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

    for (const kind of brokenKinds(name))
      it(`of the kind ${kind} keeps what a query says that has a mistake of it (${name})`, () => {
        const least = cases(50, 20_000);
        const seenBefore = counts.of(name, kind);
        for (let seed = 1; counts.of(name, kind) - seenBefore < least; seed++) {
          assert.ok(seed < 100, `${kind}: only ${counts.of(name, kind) - seenBefore} texts`);
          fc.assert(
            fc.property(brokenQueries(name, collected[name], [kind]), text => checkFixes(name, text)),
            { numRuns: least, seed },
          );
        }
      });
  }
});

describe('a preferred fix of a wiki query, asked of a wiki', () => {
  let wiki: SandboxWiki;
  let session: WikiSession;
  before(async () => {
    wiki = await startSandboxWiki();
    session = new WikiSession(wiki.url);
  });
  after(() => wiki.stop());

  // The same mistakes in every run, of the same queries: with others a fix can rightly find other rows, with other members.
  it('keeps every member that a program reads of the answer', async t => {
    const mistaken = fc.sample(brokenQueries('wiki', collected.wiki.slice(0, 879)), {
      numRuns: 300,
      seed: 1,
    });
    const answers: FixedAnswer[] = [];
    for (const query of [...collected.wiki, ...mistaken])
      answers.push(...(await fixedAnswers(session, query)));
    t.diagnostic(`${answers.length} pairs of answers`);
    assert.deepEqual(answers.filter(isWorse), []);
    assert.ok(answers.length > 100);
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
  query => query.replace(/"([\w ]+)"/, `"$1'`),
  query => query.replace(/"([\w ]+)"/, '"$1\u201d'),
  query => query.replace(/(?<![<>!=])=(?!=)/, 'is equal to'),
  query => query.replace(/(?<![<>!=])=(?!=)/, '~='),
  query => query.replace(' AND ', 'AND '),
  query => query.replace('is EMPTY', 'is EMPTY.').replace('IS EMPTY', 'is empty.'),
  query => query.replace(/"?(\w+)"?, "?(\w+)"?\)/, '"$1"/"$2")'),
  query => (query.endsWith('login') ? query : `${query}?`),
  query => `${query} | sort key`,
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
      if (mistaken === query || fixed === mistaken || isOpen) return;
      assert.ok(isSameQuery(withoutQuotes(fixed), withoutQuotes(query)), `${query} ⇒ ${mistaken} ⇒ ${fixed}`);
    }),
    { numRuns: cases(600, 20_000) },
  ));
