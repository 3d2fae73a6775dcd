import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breaches } from './model/referee.ts';
import { tellStories } from './model/teller.ts';
import type { Sums } from './model/tell.ts';

const stories = Number(process.env['LOGIN_STORIES'] ?? 100_000);
const threads = 2;
/** The same stories each time, so that a landing fails only for what it changes; other ones by another number. */
const seed = Number(process.env['LOGIN_SEED'] ?? 1);

test('whatever happens in two windows, a password is sent only as the rule allows', async t => {
  const orders = Array.from({ length: threads }, (_, thread) => ({
    stories: Math.ceil(stories / threads),
    seed: seed + thread,
  }));
  const all = await Promise.all(orders.map(order => tellStories(order)));
  const sum = (count: keyof Sums): number => all.reduce((total, { sums }) => total + sums[count], 0);
  t.diagnostic(
    `${sum('stories')} stories of ${sum('happenings')} events with ${sum('deaths')} crashes, ${sum('stops')} stopped windows and ${sum('basics')} Basic logins; ` +
      `Basic after a rejection: ${sum('afterRejection')}, unasked: ${sum('unasked')}, with a session that holds: ${sum('needless')}, ` +
      `too late: ${sum('late')}, twice at once: ${sum('atOnce')}, false verdicts: ${sum('falseVerdict')}; ` +
      `accounts locked: ${sum('locked')} (by persons who went on trying: ${sum('lockedByPerson')})`,
  );
  for (const { failure } of all) assert.equal(failure, undefined);
  assert.ok(sum('stories') >= stories);
  assert.deepEqual(
    breaches.filter(breach => sum(breach) > 0),
    [],
  );
});
