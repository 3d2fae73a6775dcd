import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { boundedLines } from '../../../server/src/platform/node/bounded-lines.ts';

async function passed(
  ...chunks: readonly string[]
): Promise<{ readonly out: string; readonly leftOut: number }> {
  let leftOut = 0;
  const lines = boundedLines(5, () => void leftOut++);
  const out = await text(Readable.from(chunks.map(chunk => Buffer.from(chunk))).pipe(lines));
  return { out, leftOut };
}

describe('lines of at most 5 bytes, with their line ends', () => {
  for (const [chunks, out, leftOut] of [
    [['ab\ncd\n'], 'ab\ncd\n', 0],
    [['a', 'b', '\nc', 'd\n'], 'ab\ncd\n', 0],
    [['abcd\n\n\n'], 'abcd\n\n\n', 0],
    [['abcde\nab\n'], 'ab\n', 1],
    [['ab\nabc', 'defg', 'hijk', 'lmno\ncd\n'], 'ab\ncd\n', 1],
    [['abcdef\nabcdef\n', 'x\n'], 'x\n', 2],
    [['ééé\nab\n'], 'ab\n', 1],
    [['ab\nabcdefgh'], 'ab\n', 1],
    [['ab\ncd'], 'ab\n', 0],
  ] as const)
    it(JSON.stringify(chunks), async () => {
      assert.deepEqual(await passed(...chunks), { out, leftOut });
    });
});
