/** Formatted queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '#shared/base/text/problem.ts';
import type { KeywordCase } from '../../../server/src/query-file/language/language-service.ts';
import { formatJql } from '../../../server/src/jql/jql-format.ts';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import { formatPreamble } from '../../../server/src/query-file/preamble-format.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';

const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );

function formatted(text: string, keywordCase: KeywordCase = 'upper'): string {
  const { blocks } = new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);
  const scope = new Scope(blocks[0]!);
  return applied(text, formatJql({ block: blocks[0]!, scope }, parseJql(scope), keywordCase));
}

const cases: [text: string, expected: string][] = [
  ['project=OPS and status  in(Open,"In Progress")', 'project = OPS AND status IN (Open, "In Progress")'],
  ['assignee = currentUser ( )', 'assignee = currentUser()'],
  ['a=1 && b=2 || !c=3', 'a = 1 && b = 2 || !c = 3'],
  ['order   by created desc,key', 'ORDER BY created DESC, key'],
  [
    'status was not in (a,b) by  x during("2024-01-01","2024-02-01")',
    'status WAS NOT IN (a, b) BY x DURING ("2024-01-01", "2024-02-01")',
  ],
  ['cf [ 10001 ] = 1', 'cf[10001] = 1'],
  ['issue.property[a.b].c = 1', 'issue.property[a.b].c = 1'],
  ['project = OPS\nand status = Open', 'project = OPS\nAND status = Open'],
  ['project = OPS and\nstatus = Open', 'project = OPS AND status = Open'],
  ['(a = 1 or b = 2)', '(a = 1 OR b = 2)'],
  ['a = 1 and (\nb = 2 or c = 3)', 'a = 1 AND (\n  b = 2\n  OR c = 3\n)'],
  ['a = 1 # why\nand b = 2', 'a = 1 # why\nand b = 2'.replace('and', 'AND')],
  ['(a = 1)and(b = 2)', '(a = 1) AND (b = 2)'],
  ['(\n# why\na = 1\nor b = 2)', '(\n# why\n  a = 1\n  OR b = 2\n)'],
  ['a = 1 # why\n    and b = 2', 'a = 1 # why\nAND b = 2'],
  ['(\n# why\na = 1\n// so\n      or b = 2)', '(\n# why\n  a = 1\n// so\n  OR b = 2\n)'],
  ['a = 1 # why\r\n\t order by key', 'a = 1 # why\r\nORDER BY key'],
  ['   a = 1', 'a = 1'],
  ['\t a = 1\nand b = 2  \t', 'a = 1\nAND b = 2'],
  ['# @limit 5\n  a = 1  \n\n', '# @limit 5\na = 1\n\n'],
  ['\uFEFF  a = 1', '\uFEFFa = 1'],
  ['a = 1  # why', 'a = 1  # why'],
  ['summary ~ "a\n  b"', 'summary ~ "a\n  b"'],
  ['a = and', 'a = and'],
  ['not(a = 1)', 'NOT (a = 1)'],
  ['@x = 1\na  =  {{x}}', '@x = 1\na = {{x}}'],
  ['fixVersion changed from 1 to 2', 'fixVersion CHANGED FROM 1 TO 2'],
  [
    'project = OPS AND status in (Open, Closed) AND assignee = currentUser() AND created >= -7d ORDER BY key',
    'project = OPS\nAND status IN (Open, Closed)\nAND assignee = currentUser()\nAND created >= -7d\nORDER BY key',
  ],
];
for (const [text, expected] of cases) {
  test(`formats ${JSON.stringify(text)}`, () => {
    assert.equal(formatted(text), expected);
    assert.equal(formatted(expected), expected, 'twice is once');
  });
}
const lines = (write: (index: number) => string): string =>
  Array.from({ length: 20_000 }, (_, index) => write(index)).join('\n');

test('many definitions above a query are each written in their own form', () => {
  const text = `${lines(index => (index % 2 === 0 ? `@v${index}=${index}` : '#   @limit   5'))}\na = 1`;
  const expected = `${lines(index => (index % 2 === 0 ? `@v${index} = ${index}` : '# @limit 5'))}\na = 1`;
  const { blocks } = new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);
  const edits = formatPreamble(blocks[0]!);
  assert.equal(edits.length, 20_000);
  assert.equal(edits.map(({ newText }) => newText).join('\n'), expected.slice(0, expected.lastIndexOf('\n')));
});

test('keywords are written as the setting says', () => {
  assert.equal(formatted('A = 1 And b Is Empty', 'lower'), 'A = 1 and b is empty');
  assert.equal(formatted('A = 1 And b Is Empty', 'keep'), 'A = 1 And b Is Empty');
});
