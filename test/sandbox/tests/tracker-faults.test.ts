import assert from 'node:assert/strict';
import { afterEach, before, after, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../tracker.ts';
import { basic } from './tracker-asking.ts';

describe('faults of the tracker', () => {
  let tracker: SandboxTracker;
  const get = (path = '/rest/api/2/field') => fetch(`${tracker.url}${path}`);
  const facts = async (name: string) => {
    const { status, headers } = await get();
    return [status, headers.get(name)];
  };
  before(async () => {
    tracker = await startSandboxTracker();
  });
  afterEach(() => tracker.recover());
  after(() => tracker.stop());

  it('429', async () => {
    tracker.fail({ kind: 'tooMany', retryAfter: 7 });
    assert.deepEqual(await facts('Retry-After'), [429, '7']);
    assert.deepEqual(await facts('Retry-After'), [200, null]);
  });
  it('503', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    tracker.fail({ kind: 'unavailable', retryAfter: date });
    assert.deepEqual(await facts('Retry-After'), [503, date]);
  });
  it('403 without a challenge', async () => {
    tracker.fail({ kind: 'forbidden' });
    assert.deepEqual(await facts('X-Authentication-Denied-Reason'), [403, null]);
  });
  it('HTML instead of JSON', async () => {
    tracker.fail({ kind: 'html' });
    assert.deepEqual(await facts('Content-Type'), [200, 'text/html;charset=UTF-8']);
  });
  it('another content type', async () => {
    tracker.fail({ kind: 'type', type: 'text/plain' });
    const response = await get();
    assert.equal(response.headers.get('Content-Type'), 'text/plain');
    assert(Array.isArray(JSON.parse(await response.text())));
  });
  it('any other answer', async () => {
    tracker.fail({ kind: 'reply', status: 502, body: '<p>', type: 'text/html', headers: { Via: 'x' } });
    assert.deepEqual(await facts('Via'), [502, 'x']);
  });
  it('a body that is cut off', async () => {
    tracker.fail({ kind: 'cut' });
    const response = await get();
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
  });
  it('a connection that is dropped, though the login counts', async () => {
    tracker.fail({ kind: 'drop' });
    const headers = { Authorization: basic('ada', tracker.account('ada').password) };
    await assert.rejects(fetch(`${tracker.url}/rest/api/2/myself`, { headers }));
    const last = tracker.requests.findLast(({ account }) => account === 'ada');
    assert.deepEqual(
      [last?.outcome, last?.status, tracker.account('ada').counts.logins],
      ['accepted', undefined, 1],
    );
  });
  it('an answer that does not come', async () => {
    tracker.fail({ kind: 'delay', milliseconds: 3_600_000 }, { path: /field/u });
    const earlier = tracker.requests.length;
    const gone = new AbortController();
    const asked = fetch(`${tracker.url}/rest/api/2/field`, { signal: gone.signal });
    while (!tracker.requests.slice(earlier).some(({ path }) => path.endsWith('field')))
      await get('/rest/api/2/serverInfo');
    gone.abort();
    await assert.rejects(asked);
  });
  it('meet the paths and the requests that they are for', async () => {
    tracker.fail({ kind: 'forbidden' }, { path: /search/u, skip: 1, times: 2 });
    const paths = ['field', 'search', 'search', 'field', 'search', 'search'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await get(`/rest/api/2/${path}`)).status);
    assert.deepEqual(statuses, [200, 200, 403, 200, 403, 200]);
  });

  it('a rate that is exceeded', async () => {
    let time = 0;
    const slow = await startSandboxTracker({
      clock: () => time,
      rate: { limit: 2, fillRate: 1, intervalSeconds: 10 },
    });
    const ask = async () => {
      const { status, headers } = await fetch(`${slow.url}/rest/api/2/field`);
      return [status, headers.get('X-RateLimit-Remaining'), headers.get('Retry-After')];
    };
    assert.deepEqual(
      [await ask(), await ask(), await ask()],
      [
        [200, '1', '0'],
        [200, '0', '10'],
        [429, '0', '10'],
      ],
    );
    time += 10_000;
    assert.deepEqual(await ask(), [200, '0', '10']);
    await slow.stop();
  });
});
