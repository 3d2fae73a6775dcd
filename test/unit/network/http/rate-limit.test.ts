/** Limits as responses state them, in the forms that sites use, and in forms that nobody uses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateLimits, secondsUntilAccepted } from '../../../../server/src/network/http/rate-limit.ts';
import { quickClock } from '../../../http/harness.ts';

type Headers = Readonly<Record<string, string>>;

// prettier-ignore
const cases: readonly (readonly [what: string, headers: Headers, seconds: number | undefined])[] = [
  ['nothing', {}, undefined],
  ['room', { ratelimit: '"default";r=5;t=30' }, undefined],
  ['none left', { ratelimit: '"default";r=0;t=30' }, 30],
  ['none left of the first policy', { ratelimit: '"a";r=0;t=7, "b";r=9;t=50' }, 7],
  ['no time', { ratelimit: '"default";r=0' }, undefined],
  ['the older form', { 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }, 12],
  ['seconds since 1970', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 9) }, 9],
  ['a date', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-01-01T00:00:20Z' }, 20],
  ['a date that is past', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2025-01-01T00:00:20Z' }, undefined],
  ['the interval of Data Center', { 'x-ratelimit-remaining': '0', 'x-ratelimit-interval-seconds': '1' }, 1],
  ['longer than a run waits', { ratelimit: '"default";r=0;t=3600' }, undefined],
  ['negative', { 'ratelimit-remaining': '-1', 'ratelimit-reset': '12' }, undefined],
  ['no numbers', { 'ratelimit-remaining': 'none', 'ratelimit-reset': 'soon' }, undefined],
  ['endless', { ratelimit: `${';'.repeat(100_000)}r=0;t=1` }, 1],
];

describe('a response that says', () => {
  for (const [what, headers, seconds] of cases)
    it(what, () => assert.equal(secondsUntilAccepted(headers, quickClock()), seconds));
});

it('a limit holds for its host only, and until the host accepts requests again', async () => {
  const [clock, limits] = [quickClock(), new RateLimits()];
  limits.receive('a.example', { ratelimit: '"x";r=0;t=10' }, clock);
  assert.deepEqual([limits.secondsFor('a.example', clock), limits.secondsFor('b.example', clock)], [10, 0]);
  await clock.sleep(9_500, new AbortController().signal);
  assert.equal(limits.secondsFor('a.example', clock), 1);
  limits.receive('a.example', { ratelimit: '"x";r=3;t=10' }, clock);
  assert.equal(limits.secondsFor('a.example', clock), 0);
});
