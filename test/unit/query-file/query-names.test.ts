import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { duplicateNames, labelledQueries, queriesNamed } from '../../../server/src/query-file/query-names.ts';

test('a name that an earlier query has is reported at the later one', () => {
  const { blocks } = new QueryDocument(
    'file:///a',
    'wikiquery',
    1,
    '### A\n# @name x\n### B\n# @name y\n### C\n# @name x\n',
  );
  assert.deepEqual(
    [...duplicateNames(blocks)].map(([block, { code }]) => [blocks.indexOf(block), code]),
    [[2, 'duplicate-name']],
  );
});

test('a query is found by its name, its title and its number', () => {
  const queries = labelledQueries(
    new QueryDocument(
      'file:///a',
      'wikiquery',
      1,
      '### Pages\n# @name all\nlist=allpages\n### all\nlist=search\n',
    ),
  );
  const numbers = ['all', 'Pages', '1', '2', 'none'].map(name => queriesNamed(queries, name)[0]?.number);
  assert.deepEqual(numbers, [1, 1, 1, 2, undefined]);
});
