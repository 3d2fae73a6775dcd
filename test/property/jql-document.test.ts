/** A file of JQL queries, where quotes may hold line ends and `###`, and may be left open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { cases } from '../support/depth.ts';
import { positionOf } from '../support/marked.ts';

const open = (text: string) => new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);
const piece = fc.constantFrom(
  '###',
  '\n### T\n',
  "\n### Bob's\n",
  '\n',
  '\r\n',
  '\r',
  'a = b',
  '"',
  '"',
  "'",
  '\\',
  '\\"',
  '# it"s',
  '// "',
  '# @limit 5',
  '@a = "x',
  '\n@b = 1\n',
  ' ',
  'é😀',
  '\uFEFF',
  '\u2028',
);
const text = fc.array(piece, { maxLength: 40 }).map(parts => parts.join(''));

/** No editor puts a cursor between the two halves of a line end. */
const between = (whole: string, offset: number) => whole[offset - 1] === '\r' && whole[offset] === '\n';

test('after any edits a file is the same as one opened on the edited text', () => {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(20), text });
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 8 }), (start, edits) => {
      const document = open(start);
      let whole = start;
      for (const { at, length, text: inserted } of edits) {
        let from = at % (whole.length + 1);
        let to = Math.min(whole.length, from + length);
        if (between(whole, from)) from--;
        if (between(whole, to)) to++;
        const range = { start: positionOf(whole, from), end: positionOf(whole, to) };
        document.update([{ range, text: inserted }], document.version + 1);
        whole = whole.slice(0, from) + inserted + whole.slice(to);
        const fresh = open(whole);
        assert.equal(document.getText(), whole);
        assert.deepEqual(
          [...document.placedBlocks()].map(({ block, line }) => [block.text, line]),
          [...fresh.placedBlocks()].map(({ block, line }) => [block.text, line]),
        );
        assert.equal(document.lineCount, fresh.lineCount);
      }
    }),
    { numRuns: cases(600, 3000) },
  );
});

test('no `###` line is lost in a query unless it is in quotes that are closed', () => {
  fc.assert(
    fc.property(text, whole => {
      for (const { lines, text: block } of open(whole).blocks) {
        for (const { start, kind } of lines.slice(1)) {
          if (block.startsWith('###', start)) assert.equal(kind, 'body');
        }
      }
    }),
    { numRuns: cases(600, 3000) },
  );
});
