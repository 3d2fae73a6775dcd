/** The pages about problems: each code has one, its examples are what they say, and docs/problems is made of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import trackerMessages from '../../../server/catalogue/jql/error-messages.json' with { type: 'json' };
import jql from '../../../server/catalogue/messages/jql.json' with { type: 'json' };
import locks from '../../../server/catalogue/messages/locks.json' with { type: 'json' };
import queryFile from '../../../server/catalogue/messages/query-file.json' with { type: 'json' };
import sql from '../../../server/catalogue/messages/sql.json' with { type: 'json' };
import wiki from '../../../server/catalogue/messages/wiki.json' with { type: 'json' };
import rules from '../../../server/catalogue/wiki/rules.json' with { type: 'json' };
import valueRules from '../../../server/catalogue/wiki/value-rules.json' with { type: 'json' };
import wikimediaRules from '../../../server/catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import {
  pagesAbout,
  problemPages,
  problemText,
} from '../../../server/src/query-file/checking/problem-pages.ts';
import { inRoot } from '../../support/paths.ts';
import { problemDocs } from '../../support/problem-docs.ts';
import { problemsIn } from '../../support/problem-examples.ts';

/** Codes without examples, by the reason why no short query shows them. */
const withoutExample: Readonly<Record<string, readonly string[]>> = {
  'Its example would be longer than a page.': [
    'too-deep',
    'too-many-operands',
    'toomanyvalues',
    'query-too-long',
    'host-too-long',
    'runbook-too-long',
    'too-many-definitions',
    'too-many-queries',
    'too-long',
    'too-complex',
    'not-checked',
  ],
  'It is about the lock of a site, whatever the query is.': ['lock-outdated', 'lock-unusable'],
  'It is about why a query did not run, whatever the query is.': ['not-run'],
  'The tracker reports it when a query runs, in words of its own.': ['text-search', 'tracker'],
};

/** Codes that only a run reports: a check finds nothing in their examples. */
const ofRuns: ReadonlySet<string> = new Set([
  'function-value',
  'function-arguments',
  'bad-operator',
  'answer-separator',
  'answer-several',
  'prompt-unanswered',
  'chain-open',
  'expectation',
]);

/** Keys of the tables that are not codes: parts of messages, and what explains another place. */
const notCodes: ReadonlySet<string> = new Set(['definition', 'rule', 'wiki-says', 'attached-parameter']);

/** The codes of a table: its keys without their variants. */
const codesIn = (...tables: readonly object[]): readonly string[] =>
  tables.flatMap(table => Object.keys(table)).map(key => key.split('.', 1)[0]!);

/** The codes of rules that a check can find broken; the wiki alone finds the others. */
const ruleCodes = [rules, valueRules, wikimediaRules].flatMap(table =>
  table.rules
    .filter(({ kind }) => kind !== 'runtime')
    .flatMap(rule => ('many' in rule && rule.many ? [rule.code, rule.many.code] : [rule.code])),
);

/** Codes of tables that have other texts, too. */
const ofRunbooksAndRuns: readonly string[] = [
  'refused-site',
  'query-too-long',
  'host-too-long',
  'runbook-too-long',
  'too-many-queries',
  'too-many-definitions',
  'unclosed-fence',
  'unclosed-result',
  'stray-result',
  'expectation',
  'not-run',
];

/** Keys of the table about SQL that no check reports: what ends a run, and parts of other texts. */
const notOfSqlChecks: ReadonlySet<string> = new Set(
  (
    'empty memory time rows value writes stopped not-in-browser not-run ' +
    'kind table column expression reads type'
  ).split(' '),
);

const reportable: ReadonlySet<string> = new Set([
  ...codesIn(jql, wiki, queryFile, locks).filter(code => !notCodes.has(code)),
  ...codesIn(sql).filter(code => !notOfSqlChecks.has(code)),
  ...ruleCodes,
  ...trackerMessages.patterns.map(({ code }) => code),
  'tracker',
  ...ofRunbooksAndRuns,
]);

const codes = problemPages.map(({ code }) => code);
const ignoring = (language: string, code: string, text: string): string =>
  language === 'sql' || language === 'markdown' ? text : `# @ignore ${code}: a reason\n${text}`;

describe('pages about problems', () => {
  it('are there for every code that is reported, and for no other', () =>
    assert.deepEqual(new Set(codes), reportable));
  it('have examples, unless there is a reason', () =>
    assert.deepEqual(
      problemPages
        .filter(({ wrong, right }) => wrong === undefined || right === undefined)
        .map(({ code }) => code)
        .toSorted(),
      Object.values(withoutExample).flat().toSorted(),
    ));
  it('say what a code means in one sentence', () =>
    assert.deepEqual(
      problemPages.filter(({ meaning }) => !/^[^.]*(?:\.\w[^.]*)*\.$/.test(meaning)).map(({ code }) => code),
      [],
    ));
  it('are found by a code with the name of a parameter', () => {
    assert.deepEqual(
      pagesAbout('badid_rvstartid').map(({ code }) => code),
      ['badid_{name}'],
    );
    assert.deepEqual(
      pagesAbout('bad_image_title').map(({ code }) => code),
      ['bad_image_title'],
    );
    assert.match(problemText('badid_rvstartid') ?? '', /# @ignore badid_rvstartid: /);
  });
  it('are one for each group that has the code', () =>
    assert.deepEqual(
      pagesAbout('never-true').map(({ group }) => group),
      ['jql', 'wiki'],
    ));
  it('are not there for other codes', () => assert.equal(problemText('no-such-code'), undefined));
  for (const { group, code, language, severity, ignorable, wrong, right } of problemPages) {
    if (wrong === undefined || right === undefined) continue;
    it(`of ${group} show ${code}`, async () => {
      const problems = await problemsIn(language, wrong);
      if (ofRuns.has(code)) return assert.deepEqual([problems, await problemsIn(language, right)], [[], []]);
      const shown = problems.find(problem => pagesAbout(problem.code).some(page => page.code === code));
      assert.ok(shown, JSON.stringify(problems.map(problem => problem.code)));
      assert.equal(shown.severity, severity);
      assert.deepEqual(await problemsIn(language, right), []);
      const left = await problemsIn(language, ignoring(language, shown.code, wrong));
      return assert.equal(!left.some(problem => problem.code === shown.code), ignorable);
    });
  }
});

it('docs/problems has the pages (`npm run problems:write` writes them)', () => {
  const docs = problemDocs();
  assert.deepEqual(readdirSync(inRoot('docs/problems')).toSorted(), [...docs.keys()].toSorted());
  for (const [file, text] of docs)
    assert.equal(readFileSync(inRoot('docs/problems', file), 'utf8'), text, file);
});
