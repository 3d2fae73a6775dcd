import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';

const open = (text: string) => new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);
const blocks = (text: string) => open(text).blocks.map(block => block.text);
/** The kinds of the lines of a file that is one query, by their first letters. */
const kinds = (text: string) =>
  open(text)
    .blocks.flatMap(block => block.lines.map(({ kind }) => kind[0]))
    .join('');

describe('the queries of a .jql file', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['begin with ###', '### a\nx = 1\n### b\ny = 2', ['### a\nx = 1\n', '### b\ny = 2']],
    ['hold ### lines in quotes', 'x ~ "a\n### b\nc"\n### d', ['x ~ "a\n### b\nc"\n', '### d']],
    [
      'do not take the next one with them by a quote left open',
      'x ~ "a\n### b\ny = "c"\n### d',
      ['x ~ "a\n', '### b\ny = "c"\n', '### d'],
    ],
    ['nor at the end', 'x ~ "a\n### b\n', ['x ~ "a\n', '### b\n']],
    ['have titles with any quotes', "### Bob's\nx = 1\n### b", ["### Bob's\nx = 1\n", '### b']],
    ['have comments with any quotes', "x = 1 # it's\n### b\n", ["x = 1 # it's\n", '### b\n']],
    ['have variables with any quotes', '@a = "\nx = 1\n### b\n', ['@a = "\nx = 1\n', '### b\n']],
    ['escape quotes', 'x = "a\\"\n### b\n"\n### c', ['x = "a\\"\n### b\n"\n', '### c']],
  ];
  for (const [title, text, expected] of cases) it(title, () => assert.deepEqual(blocks(text), expected));

  const lines: readonly (readonly [string, string, string])[] = [
    ['comments, directives and variables', '# a\n// b\n# @limit 5\n@a = b\n\nx = 1', 'ccdvbb'],
    ['none of these in quotes', 'x ~ "\n# a\n// b\n@a = b\n"\n# c', 'bbbbbc'],
    ['but below a quote that nothing closes', 'x ~ "\n# a\n@a = b', 'bcv'],
    ['several quotes one after the other', 'x in ("a\n# b", \'c\n# d\')\n# e', 'bbbc'],
  ];
  for (const [title, text, expected] of lines) it(`know ${title}`, () => assert.equal(kinds(text), expected));

  it('are read again where a quote is opened or closed, and left alone elsewhere', () => {
    const document = open('### a\nx = 1\n### b\ny = "2\n### c\nz = 3"\n### d\n### e\n');
    assert.equal(document.blocks.length, 4);
    const [first, , , last] = document.blocks;
    const at = { line: 3, character: 6 };
    document.update(
      [{ range: { start: { line: 3, character: 4 }, end: { line: 3, character: 5 } }, text: '' }],
      2,
    );
    assert.deepEqual(
      document.blocks.map(block => block.text.slice(4, 5)),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.equal(document.blocks[0], first);
    assert.equal(document.blocks[4], last);
    assert.equal(document.blockAt(at.line).index, 1);
  });
});
