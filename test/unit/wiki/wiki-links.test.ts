import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wikiLinks } from '../../../server/src/wiki/wiki-links.ts';
import { context, read } from '../../support/wiki.ts';

test('page titles link to the query’s site', () => {
  const { query, model } = read('list=categorymembers\ncmtitle=Category:A B');
  assert.deepEqual(
    wikiLinks(query, model, context, key => key).map(({ url }) => url),
    ['https://en.wikipedia.org/w/index.php?title=Category:A_B'],
  );
  const elsewhere = read('# @site nowhere\ntitles=A');
  assert.deepEqual(
    wikiLinks(elsewhere.query, elsewhere.model, context, key => key),
    [],
  );
});

test('a value that is only known when the query runs links to no page', () => {
  const { query, model } = read('prop=info\ntitles=Sun|{{members.title}}');
  assert.deepEqual(
    wikiLinks(query, model, context, key => key).map(({ url }) => new URL(url).searchParams.get('title')),
    ['Sun'],
  );
});
