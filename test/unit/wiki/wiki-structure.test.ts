/** The outline, the folds and the growing selection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutlineNode } from '../../../server/src/query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { foldsOf, selectionOf, outlineWiki } from '../../../server/src/wiki/wiki-structure.ts';
import { modelOf, read, view } from '../../support/wiki.ts';

const brief = ({ name, detail, children }: OutlineNode): unknown => [name, detail, ...children.map(brief)];
test('the outline has the query with its modules, variables and parameters', () => {
  const { query, model } = read('### Members\n@cat = X\nlist=categorymembers|search\ncmtitle={{cat}}');
  assert.deepEqual(outlineWiki(query, model).map(brief), [
    [
      'Members',
      'categorymembers, search',
      ['@cat', 'X'],
      ['list', 'categorymembers|search'],
      ['cmtitle', 'X'],
    ],
  ]);
});
test('a query without a title is called by its first line', () => {
  const { query, model } = read('list=allpages\naplimit=5');
  assert.equal(outlineWiki(query, model)[0]!.name, 'list=allpages');
});

const texts = (text: string, spans: readonly Span[]) => spans.map(({ start, end }) => text.slice(start, end));
test('folds values over several lines and runs of comments', () => {
  const { query, model, text } = read('# a\n# b\nlist=allpages\nprop=info\n  |links\n# c');
  assert.deepEqual(texts(text, foldsOf(query, model)), ['prop=info\n  |links', '# a\n# b', '# c']);
});

const selections: [marked: string, ...expected: string[]][] = [
  ['list=allpages\ncmprop=ids|ti¦tle', 'ids|title', 'cmprop=ids|title', 'list=allpages\ncmprop=ids|title'],
  [
    'list=categorymembers\ncmprop=ids|ti¦tle',
    'title',
    'ids|title',
    'cmprop=ids|title',
    'list=categorymembers\ncmprop=ids|title',
  ],
  ['li¦st=allpages', 'list', 'list=allpages'],
];
for (const [marked, ...expected] of selections) {
  test(`selects outwards from ${JSON.stringify(marked)}`, () => {
    const query = view(marked);
    const model = modelOf(query);
    assert.deepEqual(texts(query.block.text, selectionOf(query, model, query.offset)), expected);
  });
}
