import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { foldsOfJql, outlineJql, selectionOfJql } from '../../../server/src/jql/jql-structure.ts';
import type { Span } from '#shared/base/text/span.ts';
import { viewOf } from '../../support/jql.ts';

const text = '# a\n# b\n@who = ada\nassignee in (\n  {{who}},\n  bo\n) and x = 1\n# c\norder by key';
const view = viewOf(text);
const query = parseJql(view.scope);
const written = ({ start, end }: Span): string => text.slice(start, end);

test('folds lists and groups over several lines, and runs of comments', () => {
  assert.deepEqual(foldsOfJql(view, query).map(written).toSorted(), [
    '# a\n# b',
    '# c',
    '(\n  {{who}},\n  bo\n)',
  ]);
});

test('the outline holds variables, terms and the order', () => {
  const [node] = outlineJql(view, query);
  assert.deepEqual(
    node?.children.map(({ name, kind }) => [name, kind]),
    [
      ['@who', 'variable'],
      ['assignee', 'field'],
      ['x', 'field'],
      ['order by', 'keyword'],
    ],
  );
});

test('a selection grows from a word to the body', () => {
  const spans = selectionOfJql(view, query, text.indexOf('x = 1')).map(written);
  assert.deepEqual(spans.slice(0, 2), ['x', 'x = 1']);
  for (const [index, span] of spans.slice(1).entries()) assert(span.includes(spans[index]!));
});
