import assert from 'node:assert/strict';
import test from 'node:test';
import { queryLink, readQueryLink } from '#shared/base/queries/query-link.ts';

const texts = ['project = LAMP', '', 'summary ~ "a & b = c?" # %41 +', 'list=allpages\napprefix=横浜 😀\n'];
for (const text of texts)
  test(`a link carries ${JSON.stringify(text)}`, () => {
    const link = queryLink('vscode', { language: 'jql', text });
    const { host, pathname, search } = new URL(link ?? '');
    assert.equal(host, 'wikijql.wikijql');
    assert.deepEqual(readQueryLink(pathname, decodeURIComponent(search.slice(1))), { language: 'jql', text });
  });

const refused: readonly (readonly [string, string])[] = [
  ['/run', 'jql=YQ'],
  ['/open', ''],
  ['/open', 'sql=YQ'],
  ['/open', 'jql=a'],
  ['/open', 'jql=_w'],
  ['/open', 'jql=AA'],
  ['/open', 'jql=YQ&jql=YQ'],
  ['/open', `jql=${'YWFh'.repeat(4000)}`],
];
for (const [path, query] of refused)
  test(`${path}?${query.slice(0, 20)} opens nothing`, () =>
    assert.equal(readQueryLink(path, query), undefined));

test('a long query has no link', () =>
  assert.equal(queryLink('vscode', { language: 'jql', text: 'x'.repeat(8001) }), undefined));
