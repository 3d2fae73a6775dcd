/** `{{members.title}}` while it is written: completion, hover, and columns that the other query does not have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  completeReference,
  explainReference,
} from '../../../../server/src/query-file/checking/reference-help.ts';
import {
  columnProblems,
  type LastResult,
  referenceFixes,
  usableColumns,
} from '../../../../server/src/query-file/checking/source-columns.ts';
import { referencesIn } from '../../../../server/src/query-file/checking/references.ts';
import { referenceProblems } from '../../../../server/src/query-file/checking/reference-problems.ts';
import { uncachedView } from '../../../../server/src/query-file/checking/uncached-view.ts';
import { createLanguages } from '../../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../../server/src/query-file/query-document.ts';
import { contextOf } from '../../../support/corpus.ts';
import { problemKey, problemMessage } from '#shared/base/text/problem.ts';

const languages = createLanguages();
const context = contextOf();
const members = '### Members\n# @name members\nlist=categorymembers\ncmtitle=Category:A\n';
const release = '### Release\n# @name release\n# @fields summary, status\nproject = A\n';
const ran: LastResult = {
  tables: [
    {
      header: {
        id: 'categorymembers',
        title: 'categorymembers',
        columns: [
          { key: 'title', title: 'title', type: 'page' },
          { key: 'ext.extra', title: 'extra', type: 'text' },
          { key: 'a,b', title: 'a,b', type: 'text' },
        ],
      },
      rows: 120,
    },
  ],
};

/** The last query of a file, and the offset of `|` in it. */
function place(id: string, marked: string, result?: LastResult) {
  const language = languages.get(id)!;
  const text = marked.replace('¦', '');
  const document = new QueryDocument('file:///a', id, 1, text, language.syntax);
  const index = document.blocks.length - 1;
  const placed = document.placed(index);
  const before = document.blocks.slice(0, index).reduce((sum, block) => sum + block.text.length, 0);
  const viewOf = (each: typeof placed) => uncachedView(each.block, document.header, language.syntax);
  const host = {
    document,
    placed,
    columnsOf: (source: typeof placed) => ({
      predicted: language.service.resultColumns(viewOf(source), context),
      ...(result && { lastRun: result }),
    }),
    batch: (name: string) => language.runner.batch(viewOf(placed), context, name),
  };
  return { document, placed, host, language, offset: marked.indexOf('¦') - before };
}

function completed(id: string, marked: string, label: string, result?: LastResult): string | undefined {
  const { placed, host, offset } = place(id, marked, result);
  const item = completeReference(host, offset).items.find(each => each.label === label);
  if (item === undefined) return undefined;
  const { span, newText } = item.edit;
  const { text } = placed.block;
  return (text.slice(0, span.start) + newText + text.slice(span.end)).split('\n').at(-1);
}

const completions: readonly [id: string, marked: string, label: string, expected: string | undefined][] = [
  ['wikiquery', `${members}### Q\ntitles={{¦`, 'members', 'titles={{members.'],
  ['wikiquery', `${members}### Q\ntitles={{mem¦}}`, 'members', 'titles={{members.}}'],
  ['wikiquery', `${members}### Q\ntitles={{me¦mbers.title}}`, 'members', 'titles={{members.title}}'],
  ['wikiquery', `${members}### Q\ntitles={{members.¦`, 'title', 'titles={{members.title}}'],
  ['wikiquery', `${members}### Q\ntitles={{ members.ti¦`, 'title', 'titles={{ members.title }}'],
  ['wikiquery', `${members}### Q\ntitles={{members.ti¦foo}}`, 'title', 'titles={{members.title}}'],
  ['wikiquery', `${members}### Q\ntitles={{members.¦}}`, 'timestamp', 'titles={{members.timestamp}}'],
  ['wikiquery', `${members}### Q\ntitles={{other.¦}}`, 'title', undefined],
  [
    'wikiquery',
    String.raw`${members}### Q
titles=\{{¦`,
    'members',
    undefined,
  ],
  ['wikiquery', '### A\n# @name a\ntitles={{¦', 'a', undefined],
  ['wikiquery', '### A\n# @name a\ntitles={{b.title}}\n### B\n# @name b\ntitles={{¦', 'a', undefined],
  ['jql', `${release}### Q\nkey in ({{release.¦)`, 'key', 'key in ({{release.key}})'],
  ['jql', `${release}### Q\nkey in ({{¦)`, 'release', 'key in ({{release.)'],
];
for (const [id, marked, label, expected] of completions)
  test(`${JSON.stringify(marked.split('\n').at(-1))}: ${label} → ${expected ?? 'not offered'}`, () =>
    assert.equal(completed(id, marked, label), expected));

test('the columns of a result that ran are offered, but none that cannot be between the braces', () => {
  const { host, placed } = place('wikiquery', `${members}### Q\ntitles={{members.title}}`, ran);
  assert.equal(
    completed('wikiquery', `${members}### Q\ntitles={{members.¦`, 'extra', ran),
    'titles={{members.extra}}',
  );
  const names = usableColumns(host.columnsOf(host.document.placed(1))).map(({ name }) => name);
  assert.equal(names.filter(name => name === 'title').length, 1);
  assert.ok(!names.includes('a,b'));
  assert.ok(placed.block.text.includes('{{'));
});

const hovers: readonly [
  id: string,
  marked: string,
  result: LastResult | undefined,
  says: readonly RegExp[],
][] = [
  [
    'wikiquery',
    `${members}### Q\ntitles={{members.ti¦tle}}`,
    undefined,
    [/“Members” \(the query `members`/, /page/, /runs first, every time/, /Up to 50 values/],
  ],
  [
    'wikiquery',
    `${members}### Q\ntitles={{members.ti¦tle}}`,
    ran,
    [/Rows of its last run: 120\./, /Requests for these rows: at most 3\./],
  ],
  [
    'wikiquery',
    `${members}### Q\nlist=categorymembers\ncmtitle={{members.¦title}}`,
    ran,
    [/One request for each value\. .*at most 120/],
  ],
  ['jql', `${release}### Q\nkey in ({{release.¦key}})`, undefined, [/issue/, /Up to 200 values/]],
];
for (const [id, marked, result, says] of hovers)
  test(`hover over ${marked.split('\n').at(-1)} says ${says.join(' ')}`, () => {
    const { host, offset } = place(id, marked, result);
    const markdown = explainReference(host, offset)?.markdown ?? '';
    for (const each of says) assert.match(markdown, each);
  });

const checked: readonly [id: string, text: string, expected: string | undefined, fixed?: string][] = [
  ['wikiquery', `${members}### Q\ntitles={{members.title}}`, undefined],
  ['wikiquery', `${members}### Q\ntitles={{members.TITLE}}`, undefined],
  ['wikiquery', `${members}### Q\ntitles={{members.tilte}}`, 'reference-column.nearest', '{{members.title}}'],
  ['wikiquery', `${members}### Q\ntitles={{members.nothing}}`, 'reference-column'],
  ['wikiquery', `${members}### Q\ntitles={{members.timestamp}}`, 'reference-column-not-requested'],
  ['wikiquery', '### M\n# @name members\nlist=nosuchmodule\n### Q\ntitles={{members.nothing}}', undefined],
  ['wikiquery', `${members}### Q\ntitles={{membres.title}}`, 'unknown-query.nearest', '{{members.title}}'],
  ['wikiquery', `${members}### Q\nlist=backlinks\nbltitle={{other.title}}`, 'unknown-query'],
  ['wikiquery', `${members}### Q\nlist=search\nsrsearch=insource:"{{other.title}}"`, undefined],
  ['jql', `${release}### Q\nkey in ({{release.key}})`, undefined],
  ['jql', `${release}### Q\nkey in ({{release.sumary}})`, 'reference-column.nearest', '{{release.summary}}'],
  ['jql', `${release}### Q\nkey in ({{release.Story Points}})`, undefined],
  ['jql', `${release}### Q\nkey in ({{release.assignee}})`, 'reference-column-not-requested'],
  ['jql', '### R\n# @name release\nproject = A\n### Q\nkey in ({{release.nothing}})', undefined],
  ['jql', `${release}### Q\nkey in ({{relaese.key}})`, 'unknown-query.nearest', '{{release.key}}'],
];
for (const [id, text, expected, fixed] of checked)
  test(`${text.split('\n').at(-1)} after ${JSON.stringify(text.split('\n').at(-3))}: ${expected ?? 'fine'}`, () => {
    const { document, placed, language } = place(id, text);
    const [problem] = referenceProblems(document, placed, language, context);
    assert.equal(problem && problemKey(problem), expected);
    const [fix] = problem ? referenceFixes(problem) : [];
    assert.equal(fix?.edits[0]?.newText, fixed);
    if (problem) assert.doesNotMatch(problemMessage(language.wording, problem), /\{/);
  });

test('a query is validated once for all uses of queries that do not exist', () => {
  const { document, placed, language } = place('wikiquery', 'list=search\nsrsearch={{a.b}} {{c.d}} {{e.f}}');
  let count = 0;
  const service = {
    ...language.service,
    bracesAccepted: (...asked: Parameters<typeof language.service.bracesAccepted>) => {
      count++;
      return language.service.bracesAccepted(...asked);
    },
  };
  assert.deepEqual(referenceProblems(document, placed, { ...language, service }, context), []);
  assert.equal(count, 1);
});

test('a column that the result had is never reported', () => {
  const { host, placed } = place('wikiquery', `${members}### Q\ntitles={{members.extra}}`, ran);
  const [reference] = referencesIn(placed.block);
  assert.deepEqual(columnProblems(reference!, host.columnsOf(host.document.placed(1)), false), []);
});
