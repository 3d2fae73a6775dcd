import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '#shared/protocol/run.ts';
import {
  escapeReportText,
  linkTarget,
  type ReportTable,
} from '../../../../server/src/embedded/markdown/report-table.ts';
import {
  changelogMarkdown,
  chartMarkdown,
  countMarkdown,
  listColumns,
  listMarkdown,
  tableMarkdown,
  wikitextMarkdown,
} from '../../../../server/src/runs/reports/result-markdown.ts';

const column = (key: string, type: Column['type'] = 'text'): Column => ({ key, title: key, type });
const key = column('key', 'issue');
const component = column('component', 'json');

const table = (over: Partial<ReportTable> = {}): ReportTable => ({
  columns: [key, component, column('size', 'size'), column('created', 'date')],
  rows: [
    ['OPS-2', ['Web', 'Parser'], 12, '2026-01-02T03:04:05.000+0100'],
    ['OPS-1', [], undefined, '2026-01-02'],
  ],
  total: 2,
  hasMore: false,
  links: ({ type }, value) => (type === 'issue' ? `https://t.example/browse/${value}` : undefined),
  ...over,
});

test('a table', () =>
  assert.equal(
    tableMarkdown(table()),
    `| key | component | size | created |
| --- | --- | --: | --- |
| [OPS-2](https://t.example/browse/OPS-2) | Web, Parser | 12 | 2026-01-02 02:04 UTC |
| [OPS-1](https://t.example/browse/OPS-1) |  |  | 2026-01-02 |`,
  ));

test('a list', () =>
  assert.equal(
    listMarkdown(table()),
    '- [OPS-2](https://t.example/browse/OPS-2) – component: Web, Parser; size: 12; created: 2026-01-02 02:04 UTC\n' +
      '- [OPS-1](https://t.example/browse/OPS-1) – created: 2026-01-02',
  ));

const keysOfList = (kind: 'wiki' | 'tracker', ...names: readonly string[]): string =>
  listColumns(
    names.map(name => column(name)),
    kind,
  )
    .map(shown => shown.key)
    .join(' ');

test('the columns of a list without @columns', () => {
  assert.equal(
    keysOfList('tracker', 'key', 'summary', 'issuetype', 'status', 'assignee', 'created'),
    'key summary status assignee',
  );
  assert.equal(keysOfList('tracker', 'project', 'total'), 'project total');
  assert.equal(keysOfList('wiki', 'type', 'ns', 'title', 'user', 'comment'), 'title type ns user');
  assert.equal(keysOfList('wiki', 'name', 'count'), 'name count');
});

const lists: readonly (readonly [
  kind: string,
  columns: readonly Column[],
  row: ReportTable['rows'][number],
  item: string,
])[] = [
  [
    'an issue with its summary',
    [key, column('status'), column('summary')],
    ['A-1', 'Open', 'Door'],
    'A-1 Door – status: Open',
  ],
  ['a summary without a key', [column('summary'), column('votes', 'number')], ['Door', 3], 'Door – votes: 3'],
  [
    'a page with a summary',
    [column('title', 'page'), column('summary')],
    ['Door', 'typo'],
    'Door – summary: typo',
  ],
  ['a flag', [column('title', 'page'), column('minor', 'boolean')], ['Door', true], 'Door – minor: yes'],
  ['a number alone', [column('count', 'number')], [3], '3'],
  ['no first value', [column('ward'), column('open', 'number')], [null, 0], 'open: 0'],
  ['a title with Markdown', [column('a'), column('x*y')], ['b', 'c'], String.raw`b – x\*y: c`],
  ['nothing', [column('a'), column('b')], [null, ''], '(none)'],
];
for (const [kind, columns, row, item] of lists)
  test(`a list of ${kind}`, () =>
    assert.equal(
      listMarkdown(table({ columns, rows: [row], total: 1, links: () => undefined })),
      `- ${item}`,
    ));

test('a changelog has a row under each of its values', () =>
  assert.equal(
    changelogMarkdown(table({ columns: [key, component] }), component),
    `**Parser**

- [OPS-2](https://t.example/browse/OPS-2)

**Web**

- [OPS-2](https://t.example/browse/OPS-2)

**(none)**

- [OPS-1](https://t.example/browse/OPS-1)`,
  ));

test('a changelog has one group for values that are shown alike', () =>
  assert.equal(
    changelogMarkdown(
      table({
        columns: [component, key],
        rows: [
          ['    code', 'OPS-1'],
          [['\tcode', 'code'], 'OPS-2'],
          ['(none)', 'OPS-3'],
          ['', 'OPS-4'],
        ],
        total: 4,
        links: () => undefined,
      }),
      component,
    ),
    '**code**\n\n- OPS-1\n- OPS-2\n\n**(none)**\n\n- OPS-3\n- OPS-4',
  ));

test('a number of rows', () => {
  assert.equal(countMarkdown(table()), '**2**');
  assert.equal(countMarkdown(table({ hasMore: true })), 'more than **2**');
});

test('wikitext is in a fence that it cannot end', () =>
  assert.equal(
    wikitextMarkdown(table({ columns: [column('a', 'page')], rows: [['A```']], total: 1 })),
    '````wikitext\n{| class="wikitable sortable"\n! a\n|-\n| [[:A```]]\n|}\n````',
  ));

test('a sentence says how many rows are left out', () => {
  assert.ok(tableMarkdown(table({ total: 7 })).endsWith('|\n\n2 of 7 rows.'));
  assert.ok(listMarkdown(table({ hasMore: true })).endsWith('\n\nThe first 2 rows; there are more.'));
  assert.equal(tableMarkdown(table({ rows: [], total: 0 })), 'No rows.');
});

test('a chart is a picture beside the report', () =>
  assert.equal(
    chartMarkdown('my report (1)-a.svg', 'Bar [chart]'),
    String.raw`![Bar \[chart\]](./my%20report%20%281%29-a.svg)`,
  ));

for (const name of ['a#b', 'a?b', 'a%20b', 'data:x', 'a&amp;b', 'a\\b', 'a"b', '日', "it's*~!"])
  test(`the address of a chart of the report ${name} leads to its file`, () => {
    const [, target = ''] = /\]\((.*)\)$/.exec(chartMarkdown(`${name}-1.svg`, 'Bar')) ?? [];
    assert.match(target, /^\.\/[\w%.-]+$/);
    assert.equal(decodeURIComponent(target.slice(2)), `${name}-1.svg`);
  });

const texts: readonly (readonly [value: string, escaped: string])[] = [
  ['plain: text, 10:30 (a-b) foo_bar', 'plain: text, 10:30 (a-b) foo_bar'],
  ['<!-- /wikijql:result -->', '&lt;!-- /wikijql:result --&gt;'],
  ['a\r\n\n# b', 'a # b'],
  ['# a', String.raw`\# a`],
  ['1. a', String.raw`1\. a`],
  ['- [ ] a', String.raw`\- \[ \] a`],
  ['a | b', 'a &#124; b'],
  ['_a_ *b* `c`', String.raw`\_a\_ \*b\* ` + '\\`c\\`'],
  ['https://a.example www.b.example c@d.example', 'https&#58;//a.example www&#46;b.example c&#64;d.example'],
  ['{{template}}', '&#123;&#123;template&#125;&#125;'],
  ['a\u202Eb\0', 'a\uFFFDb\uFFFD'],
];
for (const [value, escaped] of texts)
  test(`escapes ${JSON.stringify(value)}`, () => assert.equal(escapeReportText(value), escaped));

test('a link leads to a page, or stays text', () => {
  assert.equal(linkTarget('javascript:alert(1)'), undefined);
  assert.equal(linkTarget('data:text/html,a'), undefined);
  assert.equal(linkTarget('https://a.example/b c)"<x>'), 'https://a.example/b%20c%29%22%3Cx%3E');
  assert.equal(linkTarget('https://a.example/East_Gate'), 'https://a.example/East_Gate');
});
