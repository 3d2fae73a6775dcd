import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CallQueue } from '../../../server/src/agents/call-queue.ts';
import { Refusal } from '../../../server/src/agents/refusal.ts';

it('two calls work at a time, ten wait in their order, and the others are refused', async () => {
  const queue = new CallQueue(2, count => new Refusal('sql.busy', { count }));
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 24 }, (_, index) =>
    queue.run(async () => {
      begun.push(index);
      await new Promise<void>(resolve => void ends.push(resolve));
      if (index === 1) throw new Error('failed');
    }),
  );
  const settled = Promise.allSettled(calls);
  await assert.rejects(calls[12]!, new Refusal('sql.busy', { count: 10 }));
  assert.deepEqual(begun, [0, 1]);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
    assert(ends.length <= 2);
  }
  const states = (await settled).map(({ status }) => status);
  assert.deepEqual(
    begun,
    Array.from({ length: 12 }, (_, index) => index),
  );
  assert.deepEqual(
    states.flatMap((status, index) => (status === 'rejected' ? [index] : [])),
    [1, ...Array.from({ length: 12 }, (_, index) => index + 12)],
  );
});

it('a call works at once when no other does', async () => {
  const queue = new CallQueue(1, count => new Refusal('sql.busy', { count }));
  assert.equal(await queue.run(async () => 1), 1);
  assert.equal(await queue.run(async () => 2), 2);
});
