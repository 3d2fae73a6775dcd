import assert from 'node:assert/strict';
import test from 'node:test';
import { batchEnd } from '../../../client/webview/cells/text-batch.ts';

const size = 20_000;
const cases: readonly (readonly [name: string, text: string, end: number])[] = [
  ['a text of letters', 'x'.repeat(30_000), 20_000],
  ['an empty text', '', 0],
  ['half a character at the end', `${'x'.repeat(19_999)}😀x`, 20_001],
  ['words from right to left', 'سلام '.repeat(5000), 20_000],
  ['words of both directions', 'سلام 1948 '.repeat(2500), 10_010],
  ['marks', 'x\u202E'.repeat(3000), 2001],
  ['marks beside turns', 'x\u202Eع'.repeat(3000), 1501],
  ['one mark of many characters', '\u202E'.repeat(30_000), 20_000],
  ['lines', 'x\n'.repeat(15_000), 20_000],
];

for (const [name, text, end] of cases)
  test(`a batch of ${name}`, () => {
    assert.equal(batchEnd(text, 0, size), end);
  });

test('batches follow each other to the end of a text', () => {
  const text = 'x\u202Eع'.repeat(3000);
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = batchEnd(text, at, size)) starts.push(at);
  assert.deepEqual(starts, [0, 1501, 3002, 4504, 6005, 7507]);
});
