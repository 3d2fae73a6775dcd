import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { cases } from '../support/depth.ts';

const open = (text: string) => new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
const piece = fc.constantFrom(
  '###',
  '### T',
  '\n',
  '\r\n',
  '\r',
  'list=allpages',
  '# @limit 5',
  '@a = {{b}}',
  '#',
  ' ',
  '|x',
  'é😀',
  '\uFEFF',
  '\u2028',
);
const text = fc.array(piece, { maxLength: 30 }).map(parts => parts.join(''));

/** The whole text's own positions, computed plainly. */
function positionOf(whole: string, offset: number) {
  const lines = whole.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
/** No editor puts a cursor between the two halves of a line end. */
const between = (whole: string, offset: number) => whole[offset - 1] === '\r' && whole[offset] === '\n';

test('after any edits a document is the same as one opened on the edited text', () => {
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
          document.blocks.map(block => block.text),
          fresh.blocks.map(block => block.text),
        );
        assert.deepEqual(
          [...document.placedBlocks()].map(({ line }) => line),
          [...fresh.placedBlocks()].map(({ line }) => line),
        );
        assert.equal(document.lineCount, fresh.lineCount);
      }
    }),
    { numRuns: cases(200, 1000) },
  );
});

test('the lines of a block account for every character', () => {
  fc.assert(
    fc.property(text, whole => {
      for (const block of open(whole).blocks) {
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
