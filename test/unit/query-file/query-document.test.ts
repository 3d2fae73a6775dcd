import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maxQueries, QueryDocument } from '../../../server/src/query-file/query-document.ts';

const open = (text: string) => new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
const edit = (startLine: number, start: number, endLine: number, end: number, text: string) => ({
  range: { start: { line: startLine, character: start }, end: { line: endLine, character: end } },
  text,
});
const three = 'a=1\n### B\nb=1\n### C\nc=1\n';

test('a file falls into blocks at its ### lines', () => {
  assert.deepEqual(
    open(three).blocks.map(block => block.text),
    ['a=1\n', '### B\nb=1\n', '### C\nc=1\n'],
  );
  assert.deepEqual(
    open('### A\n').blocks.map(block => block.text),
    ['### A\n'],
  );
  assert.deepEqual(
    open('').blocks.map(block => block.text),
    [''],
  );
});

test('a line separator inside a line and a byte-order mark begin no line', () => {
  assert.equal(open('a=\u2028### x').blocks.length, 1);
  assert.equal(open('\uFEFF### A\n### B').blocks.length, 2);
  assert.equal(open('\uFEFF### A').header, undefined);
});

test('the header is the text before the first ###', () => {
  assert.equal(open(three).header?.text, 'a=1\n');
  assert.equal(open('### A\na=1').header, undefined);
});

test('a keystroke replaces the block that holds it and keeps the others', () => {
  const document = open(three);
  const before = [...document.blocks];
  const splices = document.update([edit(2, 3, 2, 3, '2')], 2);
  assert.deepEqual(splices, [{ from: 1, removed: 1, inserted: 1 }]);
  assert.equal(document.blocks[1]!.text, '### B\nb=12\n');
  assert.equal(document.blocks[0], before[0]);
  assert.equal(document.blocks[2], before[2]);
  assert.equal(document.version, 2);
});

const edits: [name: string, change: ReturnType<typeof edit>, expected: string[]][] = [
  ['undoing a ### joins two queries', edit(1, 0, 1, 1, ''), ['a=1\n## B\nb=1\n', '### C\nc=1\n']],
  [
    'typing ### splits a query',
    edit(2, 0, 2, 0, '### X\n'),
    ['a=1\n', '### B\n', '### X\nb=1\n', '### C\nc=1\n'],
  ],
  [
    'completing ## to ### at a line start splits',
    edit(4, 0, 4, 3, '###'),
    ['a=1\n', '### B\nb=1\n', '### C\n', '###\n'],
  ],
  ['deleting over several queries joins their ends', edit(0, 1, 4, 1, ''), ['a=1\n']],
  ['an edit after the end appends', edit(9, 0, 9, 0, 'd=1'), ['a=1\n', '### B\nb=1\n', '### C\nc=1\nd=1']],
];
for (const [name, change, expected] of edits) {
  test(name, () => {
    const document = open(three);
    document.update([change], 2);
    assert.deepEqual(
      document.blocks.map(block => block.text),
      expected,
    );
  });
}

test('positions and offsets of a block belong together, line ends of all kinds', () => {
  const document = open('x\r\n### B\r\nab\rcd\n### C');
  const placed = document.blockAt(3);
  assert.equal(placed.line, 1);
  const offset = document.offsetIn(placed, { line: 3, character: 1 });
  assert.equal(placed.block.text[offset], 'd');
  assert.deepEqual(document.positionIn(placed, offset), { line: 3, character: 1 });
  assert.equal(document.offsetIn(placed, { line: 1, character: 99 }), 5, 'after a line is its end');
  assert.equal(document.lineCount, 5);
});

test('a change without a range replaces the file', () => {
  const document = open(three);
  document.update([{ text: '### only' }], 3);
  assert.deepEqual(
    document.blocks.map(block => block.text),
    ['### only'],
  );
});

test('in a file of many queries a new line moves those below, and a replaced text takes the place of all', () => {
  const many = Array.from({ length: 3000 }, (_, index) => `### ${index}\na=1\n`).join('');
  const document = open(many);
  document.update([edit(3, 3, 3, 3, '\nb=2')], 2);
  assert.deepEqual(
    [1, 2, 2999].map(index => document.placed(index).line),
    [2, 5, 5999],
  );
  document.update([edit(2, 0, 5, 0, many)], 3);
  assert.equal(document.blocks.length, 5999);
  assert.deepEqual([document.placed(3001).line, document.blockAt(6003).index], [6002, 3001]);
  assert.equal(document.lineCount, 11_999);
});

test('a text that is too long has a title and no parts', () => {
  const [block] = open(`### A\n@a = 1\n# @all\n${'\n'.repeat(1_000_000)}b=1`).blocks;
  assert.equal(block!.isReadable, false);
  assert.equal(block!.title?.text, 'A');
  assert.deepEqual([block!.directives, block!.variables, block!.lines.length], [[], [], 2]);
});

const queries = (count: number): string => '### A\n'.repeat(count);
const shape = ({ blocks, firstUnreadBlock }: QueryDocument) => [blocks.length, firstUnreadBlock?.text.length];

describe('a file of more queries than are read', () => {
  test('ends with one block that is not read', () => {
    assert.deepEqual(shape(open(queries(maxQueries))), [maxQueries, undefined]);
    assert.deepEqual(shape(open(`a=1\n${queries(maxQueries)}`)), [maxQueries + 1, undefined]);
    const full = open(`a=1\n${queries(maxQueries + 3)}`);
    assert.deepEqual(shape(full), [maxQueries + 2, 18]);
    assert.equal(full.firstUnreadBlock?.isReadable, false);
    assert.equal(full.getText().length, 4 + 6 * (maxQueries + 3));
  });

  test('is the same file after an edit as when it is read anew', () => {
    const document = open(`a=1\n${queries(maxQueries + 2)}`);
    const sameAfter = (change: ReturnType<typeof edit>): void => {
      document.update([change], 2);
      const read = open(document.getText());
      assert.deepEqual(shape(document), shape(read));
      assert.equal(document.lineCount, read.lineCount);
      assert.deepEqual(
        document.blocks.map(({ text, role }) => `${text}${role}`),
        read.blocks.map(({ text, role }) => `${text}${role}`),
      );
    };
    sameAfter(edit(5, 0, 5, 0, 'b=1\n'));
    sameAfter(edit(5, 0, 5, 0, '### B\n'));
    sameAfter(edit(2, 0, 3, 0, ''));
    sameAfter(edit(maxQueries + 2, 0, maxQueries + 2, 0, '### C\n'));
    sameAfter(edit(maxQueries + 4, 1, maxQueries + 4, 1, 'x'));
    sameAfter(edit(9, 0, 40, 0, ''));
    assert.equal(document.firstUnreadBlock, undefined);
    sameAfter(edit(9, 0, 9, 0, queries(50)));
    assert.notEqual(document.firstUnreadBlock, undefined);
  });
});
