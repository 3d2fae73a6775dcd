/** A file is checked block by block, each once. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../../server/src/query-file/language/language-service.ts';
import { FileChecker } from '../../../server/src/query-file/checking/file-checker.ts';
import { plainSyntax, QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { context } from '../../support/jql.ts';

const problem: Problem = { code: 'a', severity: 'hint', span: { start: 0, end: 0 }, arguments: {} };

/** Finds one problem in each query, and fails at one that says so. */
const service = {
  problems({ block: { text } }: QueryView): readonly Problem[] {
    if (text.includes('fails')) throw new Error('fails');
    return [problem];
  },
};

it('a query whose check fails is not checked again, and keeps no other from it', async () => {
  const document = new QueryDocument('file:///a', 'jql', 1, '### 1\n### fails\n### 3\n', plainSyntax);
  const checker = new FileChecker(document, service, plainSyntax);
  const check = () =>
    checker.check(
      context,
      () => true,
      async () => {},
    );
  await assert.rejects(check, /fails/);
  assert.equal(await check(), true);
  assert.deepEqual(
    [...checker.all()].map(({ index }) => index),
    [0, 2],
  );
});
