/** Files of both languages while they are edited. In JQL, quotes may hold line ends and `###`, and may be left open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { cases } from '../support/depth.ts';

const openWiki = (text: string) => new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
const openJql = (text: string) => new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);

const common = ['###', '\n', '\r\n', '\r', '# @limit 5', ' ', 'é😀', '\uFEFF', '\u2028'];
const textOf = (pieces: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...common, ...pieces), { maxLength }).map(parts => parts.join(''));
const wikiText = textOf(['### T', 'list=allpages', '@a = {{b}}', '#', '|x'], 30);
const jqlText = textOf(
  [
    '\n### T\n',
    "\n### Bob's\n",
    'a = b',
    '"',
    '"',
    "'",
    '\\',
    '\\"',
    '# it"s',
    '// "',
    '@a = "x',
    '\n@b = 1\n',
  ],
  40,
);

/** The whole text's own positions, computed plainly. */
function positionOf(whole: string, offset: number) {
  const lines = whole.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
/** No editor puts a cursor between the two halves of a line end. */
const between = (whole: string, offset: number) => whole[offset - 1] === '\r' && whole[offset] === '\n';

for (const { open, text, runs } of [
  { open: openWiki, text: wikiText, runs: cases(200, 1000) },
  { open: openJql, text: jqlText, runs: cases(600, 3000) },
])
  test(`after any edits a file of ${open('').languageId} is the same as one opened on the edited text`, () => {
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
      { numRuns: runs },
    );
  });

test('the lines of a block account for every character', () => {
  fc.assert(
    fc.property(wikiText, whole => {
      for (const block of openWiki(whole).blocks) {
        const rebuilt = block.lines.map(
          ({ start, end }, index) =>
            block.text.slice(start, end) +
            block.text.slice(end, block.lines[index + 1]?.start ?? block.text.length),
        );
        assert.equal(rebuilt.join(''), block.text);
      }
    }),
    { numRuns: cases(200, 1000) },
  );
});

test('no `###` line is lost in a query unless it is in quotes that are closed', () => {
  fc.assert(
    fc.property(jqlText, whole => {
      for (const { lines, text: block } of openJql(whole).blocks) {
        for (const { start, kind } of lines.slice(1)) {
          if (block.startsWith('###', start)) assert.equal(kind, 'body');
        }
      }
    }),
    { numRuns: cases(600, 3000) },
  );
});
