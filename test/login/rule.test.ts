import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Sums } from './model/tell.ts';

const stories = Number(process.env['LOGIN_STORIES'] ?? 100_000);
const threads = 2;

/** Rejects with the counterexample of the thread. */
async function tell(runs: number): Promise<Sums> {
  const worker = new Worker(new URL('model/tell.ts', import.meta.url), { workerData: { runs } });
  const [sums]: Sums[] = await once(worker, 'message');
  return sums ?? assert.fail();
}

test('whatever happens in two windows, a refused password is not sent again and no account is locked', async t => {
  const all = await Promise.all(Array.from({ length: threads }, () => tell(Math.ceil(stories / threads))));
  const sum = (count: keyof Sums): number => all.reduce((total, sums) => total + sums[count], 0);
  t.diagnostic(
    `${sum('stories')} stories of ${sum('happenings')} events with ${sum('deaths')} crashes and ${sum('basics')} Basic logins; ` +
      `Basic after a rejection: ${sum('afterRejection')}, unasked: ${sum('unasked')}, accounts locked: ${sum('locked')}`,
  );
  assert.ok(sum('stories') >= stories);
  assert.deepEqual([sum('afterRejection'), sum('unasked'), sum('locked')], [0, 0, 0]);
});
