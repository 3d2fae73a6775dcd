/** The last results of fences in the preview of Markdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunnableFence } from '../../../../server/src/embedded/markdown/preview-fence.ts';
import { previewResult } from '../../../../server/src/embedded/markdown/preview-result.ts';

const columns = [
  { key: 'title', title: 'Title', type: 'page' as const },
  { key: 'id', title: 'Id', type: 'id' as const, hidden: true },
];
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ title: `<b>${id}</b>`, id }));
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('a result is a table of its first rows, all text escaped, without hidden columns', () => {
  const html = previewResult([{ title: 'Pages', columns, rows: rowsOf(10), total: 12 }]);
  assert(html.includes('<th>Title</th></tr>') && html.includes('<td>&lt;b&gt;0&lt;/b&gt;</td></tr>'));
  assert.match(textOf(html), /10 of 12 rows\.$/);
  assert(!/<b>|href|<script|onclick/.test(html));
});

test('the results of several queries have their titles', () => {
  const results = ['One', 'Two'].map(title => ({ title, columns, rows: [], total: 0 }));
  assert.equal(textOf(previewResult(results)), 'One No rows. Two No rows.');
});

test('without a result the preview says how to run', () => {
  assert.match(textOf(previewResult([])), /^Not run in this session\..*Ctrl\+Enter/);
});

test('a fence that only explains a query is not meant to be run', () => {
  const runnable = ['### A\nlist=users', '# @limit 5\nx = 1', '@x = 1', '-- @name a\nselect 1'];
  assert.deepEqual(runnable.map(isRunnableFence), [true, true, true, true]);
  assert.deepEqual(['list=users', '# a comment\nx = 1', 'select 1'].map(isRunnableFence), [
    false,
    false,
    false,
  ]);
});
