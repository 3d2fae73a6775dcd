import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainPreamble } from '../../../../server/src/query-file/preamble-hover.ts';
import { context, view } from '../../../support/wiki.ts';

const hover = (marked: string): string | undefined => {
  const at = view(marked);
  return explainPreamble(at, at.offset, context)?.markdown;
};

test('an expectation is said in words, with what holds for empty cells', () => {
  const text = hover('# @expect every user in (Ada, ¦Bob)');
  assert.match(text ?? '', /^In every row, “user” is “Ada” or “Bob”\\?\./);
  assert.match(text ?? '', /An empty cell meets only “is empty”/);
});
test('the directive itself is explained with its forms', () =>
  assert.match(hover('# @exp¦ect rows = 0') ?? '', /- `none "Due date" < today`/));
test('what cannot be read is explained as the directive', () =>
  assert.match(hover('# @expect rows¦') ?? '', /a directive/));
