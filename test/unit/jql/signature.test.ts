/** The signature help of a function at the cursor, `¦`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { signatureAt } from '../../../server/src/jql/signature.ts';
import type { Signature } from '../../../server/src/query-file/language/language-service.ts';
import { knowledge, viewOf } from '../../support/jql.ts';

function signature(marked: string): Signature | undefined {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  return signatureAt(parseJql(viewOf(text).scope), offset, text, knowledge);
}

const cases: readonly (readonly [query: string, label: string, active: number])[] = [
  ['created > startOfDay(¦)', 'startOfDay(increment?)', 0],
  ['created > startOfDay(¦', 'startOfDay(increment?)', 0],
  ['created > startOfDay( ¦', 'startOfDay(increment?)', 0],
  ['key in linkedIssues(A-1¦)', 'linkedIssues(issueKey, linkType?…)', 0],
  ['key in linkedIssues(A-1, ¦)', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1,¦', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1, ¦', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1, \n  ¦', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1, ¦\nAND status = Open', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1, blo¦', 'linkedIssues(issueKey, linkType?…)', 1],
  ['key in linkedIssues(A-1 ¦', 'linkedIssues(issueKey, linkType?…)', 0],
];

describe('the help with arguments', () => {
  for (const [query, label, active] of cases)
    it(JSON.stringify(query), () => {
      const told = signature(query);
      assert.equal(told?.label, label);
      assert.equal(told.active, active);
    });
  for (const query of [
    'key in linkedIssues¦(A-1)',
    'key in linkedIssues(A-1)¦',
    'key in linkedIssues(A-1) ¦',
    '¦',
  ])
    it(`is not there at ${query}`, () => assert.equal(signature(query), undefined));
  it('is Markdown, in which examples are code', () => {
    const told = signature('created > startOfDay(¦');
    assert.match(told?.parameters[0]?.markdown ?? '', /`-1d`/);
    for (const { markdown } of told?.parameters ?? []) assert.doesNotMatch(markdown, /\\/);
  });
});
