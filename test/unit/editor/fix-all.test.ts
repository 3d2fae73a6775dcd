import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { fixAll } from '../../../server/src/editor/features/code-actions.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { context } from '../../support/wiki.ts';

const language = createLanguages().get('wikiquery')!;

test('neighbouring lines are mended together', () => {
  const text = 'list=allpages\naplimt=5\napfrm=A\napnamespce=0\n';
  const document = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
  const block = document.blocks[0]!;
  const problems = language.service.problems({ block, scope: new Scope(block) }, context);
  const found = [{ index: 0, problems }];
  const edits = [...fixAll({ document, language, context }, found)].flat();
  assert.equal(edits.length, 3);
});
