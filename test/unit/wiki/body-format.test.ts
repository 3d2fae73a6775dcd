import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '#shared/base/text/problem.ts';
import { formatPreamble } from '../../../server/src/query-file/preamble-format.ts';
import { formatWiki } from '../../../server/src/wiki/body-format.ts';
import { read } from '../../support/wiki.ts';

const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );
const formatted = (text: string): string => {
  const { query, model } = read(text);
  return applied(query.block.text, [...formatPreamble(query.block), ...formatWiki(query, model.query)]);
};

const formats: [text: string, expected: string][] = [
  ['  list = allpages  ', 'list=allpages'],
  ['list=allpages\n&aplimit=5', 'list=allpages\naplimit=5'],
  ['rvprop=ids\n|  user\n      |comment', 'rvprop=ids\n  |  user\n  |comment'],
  ['redirects  ', 'redirects'],
  ['titles = AT&T #1 ', 'titles=AT&T #1'],
  ['###   Title  \n#@limit   5\n@a   =   b  ', '### Title\n# @limit 5\n@a = b'],
  ['a=1\n\n\n\nb=2', 'a=1\n\nb=2'],
  ['a=1\n   \nb=2', 'a=1\n\nb=2'],
  ['?list = a%20b &x=1', '?list = a%20b &x=1'],
  ['titles=', 'titles='],
  ['#  a comment kept   ', '#  a comment kept'],
];
for (const [text, expected] of formats) {
  test(`formats ${JSON.stringify(text)}`, () => {
    assert.equal(formatted(text), expected);
    assert.equal(formatted(expected), expected, 'twice is once');
  });
}
