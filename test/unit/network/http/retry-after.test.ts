import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countdown, retryAfter } from '../../../../server/src/network/http/retry-after.ts';
import { quickClock } from '../../../http/harness.ts';

describe('Retry-After', () => {
  const clock = quickClock(Date.UTC(2026, 0, 1));
  // prettier-ignore
  const cases: readonly [headers: Record<string, string>, seconds: number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after': '86400' }, 86400],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30],
    [{ 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 60],
    [{ 'retry-after': 'Fri, 01 Jan 2027 00:00:09 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' }, 9],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 1],
    [{ 'retry-after': '9'.repeat(400) }, 2_592_000],
    [{ 'retry-after': 'Fri, 31 Dec 99999 23:59:59 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' }, 2_592_000],
  ];
  for (const [headers, seconds] of cases)
    it(JSON.stringify(headers), () => assert.equal(retryAfter(headers, clock), seconds));

  it('is counted down every second', async () => {
    const left: number[] = [];
    await countdown(3, quickClock(), new AbortController().signal, seconds => left.push(seconds));
    assert.deepEqual(left, [3, 2, 1]);
  });
  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const left: number[] = [];
    await countdown(60, quickClock(), abort.signal, seconds => left.push(seconds) === 2 && abort.abort());
    assert.deepEqual(left, [60, 59]);
  });
});
