import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { duplicateNames } from '../../../server/src/query-file/query-names.ts';

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
