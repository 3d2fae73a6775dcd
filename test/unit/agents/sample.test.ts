import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sampleOf } from '../../../server/src/agents/tools/sample.ts';
import { createBackend } from '../../../server/src/network/create-backend.ts';

const header = { id: 't', title: 'T', columns: [{ key: 'a', title: 'a', type: 'text' as const }] };

/** The rows of a sample of so many rows with one value, and how many rows were read for it. */
async function sample(rows: number, value: string) {
  let read = 0;
  const backend = {
    ...createBackend(),
    window: async ({ offset, count }: { offset: number; count: number }) => {
      read += count;
      const cells = Array.from({ length: count }, (_, index) => ({
        row: offset + index,
        cells: { a: value },
      }));
      return { rows: cells, shown: rows, total: rows };
    },
  };
  const taken = await sampleOf(backend, 'run', { name: 'r1', header, rows }, 20_000);
  return { rows: taken.rows.length, cuts: taken.cuts, read };
}

for (const [about, rows, value, expected] of [
  ['few short rows', 30, 'x', { rows: 30, cuts: 0, read: 30 }],
  ['as many short rows as there are in a window', 2000, 'x', { rows: 1000, cuts: 0, read: 1000 }],
  ['long values', 1000, 'x'.repeat(400), { rows: 48, cuts: 0, read: 680 }],
] as const)
  it(`reads no more rows than an answer may have: ${about}`, async () =>
    assert.deepEqual(await sample(rows, value), expected));
