/** An answer that is far too big costs little memory, whatever it looks like on the wire. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bytes, reply, startBadServer, stream, type Behaviour } from '../support/bad-server.ts';
import { lastPart } from './harness.ts';

const megabyte = 1_000_000;
const most = 100;
const program = path.join(import.meta.dirname, 'big-answer.ts');
const chunked = { 'transfer-encoding': 'chunked' };

interface Outcome {
  readonly codes: readonly string[];
  readonly mebibytes: number;
}

/** Tells the peak of memory beyond what a first, small run took. */
async function askInOtherProcess(behaviour: Behaviour): Promise<Outcome> {
  const server = await startBadServer([behaviour]);
  const warmUp = await startBadServer([lastPart]);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, server.url, warmUp.url]);
    const outcome: Outcome = JSON.parse(stdout);
    return outcome;
  } finally {
    await server.stop();
    await warmUp.stop();
  }
}

const rows = (size: number): string => {
  const row = '{"pageid":1,"ns":0,"title":"A title of some length"},';
  return `{"query":{"allpages":[${row.repeat(size / row.length)}{}]}}`;
};
const hundred = rows(100 * megabyte);

const cases: readonly [answer: string, behaviour: () => Behaviour][] = [
  ['100 MB with its length', () => reply(200, {}, hundred)],
  [
    '100 MB in chunks',
    () => reply(200, chunked, `${hundred.length.toString(16)}\r\n${hundred}\r\n0\r\n\r\n`),
  ],
  ['100 MB in gzip', () => reply(200, { 'content-encoding': 'gzip' }, gzipSync(hundred, { level: 1 }))],
  [
    '100 MB in br',
    () =>
      reply(
        200,
        { 'content-encoding': 'br' },
        brotliCompressSync(hundred, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      ),
  ],
  [
    'gzip in gzip',
    () => reply(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(Buffer.alloc(1000 * megabyte)))),
  ],
  ['a stream of one-byte chunks', () => stream(bytes(200, chunked, ''), '1\r\n \r\n'.repeat(10_000))],
  ['a stream without end', () => stream(bytes(200, chunked, ''), `10000\r\n${' '.repeat(0x10000)}\r\n`)],
];

describe('an answer of 100 MB or more', () => {
  for (const [answer, behaviour] of cases) {
    it(`14-15 ${answer}`, async test => {
      const { codes, mebibytes } = await askInOtherProcess(behaviour());
      test.diagnostic(`${mebibytes.toFixed(0)} MiB`);
      assert.deepEqual(codes, ['tooLarge']);
      assert.ok(mebibytes < most, `${mebibytes} MiB`);
    });
  }
});

/** A million and a half members with names of their own, in objects of so many. */
function members(inObject: number): string {
  const names = Array.from({ length: 1_500_000 }, (_, index) => `"key${index}":1`);
  const objects: string[] = [];
  for (let from = 0; from < names.length; from += inObject)
    objects.push(`{${names.slice(from, from + inObject).join(',')}}`);
  return `{"query":{"allpages":[${objects.join(',')}]}}`;
}

describe('an answer of 18 MB with 1.5 million names', () => {
  for (const inObject of [1_500_000, 1000]) {
    it(`${inObject} in an object`, async test => {
      const { codes, mebibytes } = await askInOtherProcess(reply(200, {}, members(inObject)));
      test.diagnostic(`${mebibytes.toFixed(0)} MiB`);
      assert.deepEqual(codes, ['tooMany']);
      assert.ok(mebibytes < most, `${mebibytes} MiB`);
    });
  }
});
