/**
 * Answers of real servers in the shapes that public projects have recorded, in our own words: what a cell, an export and an
 * agent make of them.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fields from '../../conformance/recorded/jira-fields.json' with { type: 'json' };
import { htmlMarkdown, writeMarkdown } from '#shared/base/html-markdown.ts';
import type { Json } from '#shared/protocol/json.ts';
import { mainFirst } from '#shared/base/tables/table-columns.ts';
import { readIssue } from '../../../server/src/network/issue/read-issue.ts';
import { cellOf } from '../../../server/src/network/table/field-value.ts';
import { documentHtml } from '../../../server/src/network/table/rich-document.ts';
import { tablesOf } from './harness.ts';

describe('a field of Jira', () => {
  for (const { about, field, value, text } of fields)
    it(about, () => assert.equal(cellOf(field, value as Json), text));

  it('has no time spent where only an estimate is known', () => {
    const estimate = { originalEstimate: '3h', originalEstimateSeconds: 10_800 };
    const spent = { timeSpent: '2h', timeSpentSeconds: 7200 };
    assert.equal(cellOf('timetracking', estimate), '0m of 3h');
    assert.equal(cellOf('timetracking', { ...estimate, ...spent }), '2h of 3h');
  });

  it('never shows its own structure, or its name', () => {
    for (const { field, value } of fields) {
      const cell = cellOf(field, value);
      const isStructure = typeof cell === 'object' && cell !== null;
      assert.ok(!isStructure && !/^[{[]"/.test(String(cell)), JSON.stringify(cell));
      const name = typeof value === 'object' && 'completedCycles' in value ? value.name : undefined;
      assert.ok(name === undefined || cell !== name);
    }
  });
});

describe('a document that is too large or too deep', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(1000) }] };
  it('is cut, and says so', () => {
    const long = { type: 'doc', content: Array.from({ length: 1000 }, () => paragraph) };
    assert.match(documentHtml(long), /…<\/p>$/);
    let deep: Record<string, Json> = paragraph;
    for (let level = 0; level < 10_000; level++) deep = { type: 'blockquote', content: [deep] };
    assert.match(documentHtml({ type: 'doc', content: [deep] }), /…<\/p>$/);
  });
});

describe('HTML as Markdown', () => {
  const cases: readonly (readonly [html: string, markdown: string])[] = [
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['a<br/>b', 'a\nb'],
    ['<pre>a\n    at b\n</pre>', '```\na\n    at b\n```'],
    ['<ul><li>a</li><li><del>b</del> c</li></ul>', '- a\n- ~~b~~ c'],
    ['<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
    ['<ol start="9"><li>a</li><li>b<ol><li>c</li></ol></li></ol>', '9. a\n10. b\n    1. c'],
    ['<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
    ['<ol><ul><li>a</li></ul></ol>', '- a'],
    [
      '<table><tr><td>a</td><td>b|c</td></tr><tr><td>d</td><td>e</td></tr></table>',
      '| a | b\\|c |\n| --- | --- |\n| d | e |',
    ],
    ['<a href="https://x.example/y">the page</a>', '[the page](https://x.example/y)'],
    ['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<img class="emoticon" src="https://x.example/images/icons/emoticons/check.png">', '✔'],
    ['<a title="happy-path.png"><img src="/thumbnail/9"></a>', '[happy-path.png]'],
    ['<b>bold</b> and <i>it</i>', '**bold** and _it_'],
    ['<h2>Title</h2>text', '## Title\n\ntext'],
    ['<blockquote>a<br>b</blockquote>', '> a\n> b'],
    ['<aside><p><b>Note</b></p><pre>a\n b</pre></aside>', '> **Note**\n>\n> ```\n> a\n>  b\n> ```'],
    ['<div class="panel"><div class="panelContent">a</div></div>b', '> a\n\nb'],
    ['<div class="code panel"><pre>a</pre></div>', '```\na\n```'],
    ['<pre>```</pre>', '````\n```\n````'],
    ['![x](https://evil.example/?q=1)', '![x]\\(https://evil.example/?q=1)'],
    ['![x]<span>(https://evil.example)</span>', '![x]\\(https://evil.example)'],
    ['<script>alert(1)</script>x', 'x'],
    ['a <b>  </b> b', 'a b'],
  ];
  for (const [html, markdown] of cases) it(html, () => assert.equal(htmlMarkdown(html), markdown));

  const lines = 'x\n'.repeat(100_000);
  const deep: Readonly<Record<string, string>> = {
    'a quotation': `${'<blockquote>'.repeat(190)}<pre>${lines}</pre>`,
    'lines in a quotation': '<blockquote>'.repeat(150) + 'a<br>'.repeat(40_000),
    'a list': `${'<ul><li>'.repeat(90)}<pre>${lines}</pre>`,
    'lists without items': `${'<ol><li>a</li>'.repeat(90)}<li><pre>${lines}</pre></li>`,
    'a panel': `${'<div class="panel">'.repeat(190)}<pre>${lines}</pre>`,
    'signs of a quotation before code': `<td>${'>'.repeat(90_000)}<pre>${lines}</pre>`,
    'bars in tables': '<table><tr><td>'.repeat(60) + '|'.repeat(100_000),
    'many backticks': `<pre>${'` '.repeat(149_000)}</pre>`,
    'figures before code': `${'1'.repeat(90_000)}<tr><td>${'-'.repeat(10_000)}<pre>${lines}</pre>`,
  };
  for (const [what, html] of Object.entries(deep))
    for (const isPlain of [true, false])
      it(`grows little with its depth: ${what}, ${isPlain ? 'plain' : 'with marks'}`, () => {
        const { length } = htmlMarkdown(html, { isPlain });
        assert.ok(length < 4 * html.length, String(length / html.length));
      });

  it('shares what may be read among several texts, and says what was not read', () => {
    const allowance = { characters: 1000, elements: 10 };
    const read = (html: string) => writeMarkdown(html, { allowance });
    assert.deepEqual(read('a'.repeat(600)), { text: 'a'.repeat(600), isWhole: true });
    assert.deepEqual(read('a'.repeat(600)), { text: `${'a'.repeat(400)}…`, isWhole: false });
    assert.deepEqual(read('a'), { text: '…', isWhole: false });
  });
});

describe('an issue', () => {
  const address = {
    key: 'A-1',
    browse: 'https://x.example/browse/A-1',
    rest: 'https://x.example/rest/api/2/issue/A-1',
  };
  const issueOf = (answer: Record<string, Json>) => readIssue('t', address, answer).issue;

  it('marks the comments and the work that only some users can see', () => {
    const comments = [
      { id: '1', body: 'a', visibility: { type: 'role', value: 'Administrators' } },
      { id: '2', body: 'b', visibility: { type: 'group', value: 'staff' } },
      { id: '3', body: 'c', jsdPublic: false },
      { id: '4', body: 'd', jsdPublic: true },
      { id: '5', body: 'e' },
    ];
    const worklogs = [{ id: '6', timeSpent: '15m', visibility: { type: 'role', value: 'Developers' } }];
    const issue = issueOf({ key: 'A-1', fields: { comment: { comments }, worklog: { worklogs } } });
    assert.deepEqual(
      issue.comments.map(({ visibleTo }) => visibleTo),
      [
        { kind: 'named', name: 'Administrators' },
        { kind: 'named', name: 'staff' },
        { kind: 'internal', name: '' },
        undefined,
        undefined,
      ],
    );
    assert.deepEqual(issue.worklogs[0]?.visibleTo, { kind: 'named', name: 'Developers' });
  });

  it('says how many comments and changes the tracker has', () => {
    const issue = issueOf({
      key: 'A-1',
      fields: { comment: { total: 9, comments: [{ id: '1', body: 'x' }] } },
      changelog: { total: 357, histories: [{ id: '1', items: [] }] },
    });
    assert.deepEqual([issue.commentTotal, issue.historyTotal], [9, 357]);
  });

  it('has the text of a document', () => {
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Steps' }] }];
    const issue = issueOf({ key: 'A-1', fields: { description: { type: 'doc', version: 1, content } } });
    assert.equal(issue.description, '<p>Steps</p>');
  });
});

const mainOf = (query: Record<string, Json>, parameters: Record<string, string>): string | undefined =>
  mainFirst([...tablesOf([{ batchcomplete: true, query }], parameters).values()])[0]?.header?.id;

describe('the main table of a wiki’s result', () => {
  const pages = [{ pageid: 1, ns: 0, title: 'A' }];
  const redirects = [
    { from: 'a', to: 'A' },
    { from: 'b', to: 'A' },
  ];

  it('is never that of the redirects or the normalized titles', () => {
    const titles = { titles: 'a|b', redirects: '1' };
    assert.equal(mainOf({ redirects, pages }, titles), 'pages');
    assert.equal(mainOf({ normalized: redirects, redirects, pages }, titles), 'pages');
    assert.equal(mainOf({ interwiki: [{ title: 'de:A', iw: 'de' }], pages }, titles), 'pages');
  });

  it('is the list, not the facts about the account', () => {
    assert.equal(
      mainOf(
        { userinfo: { id: 1, name: 'x' }, users: [{ userid: 1, name: 'y' }] },
        { list: 'users', meta: 'userinfo' },
      ),
      'users',
    );
  });
});
