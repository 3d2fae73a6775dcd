/** Runs of watched queries: with a session that is there, without waiting, and never a login of their own. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Site } from '#shared/protocol/sites.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import type { RunRequest } from '#shared/protocol/request.ts';
import { newFolder, TestVault } from '../login/window.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type BadServer, json, reply, startBadServer } from '../support/bad-server.ts';
import { TableSink } from '../support/stored-rows.ts';
import { quickClock } from './harness.ts';

const never = new AbortController().signal;

let tracker: SandboxTracker;
let wiki: SandboxWiki;
let busy: BadServer | undefined;
let vault: TestVault;
let backend: Backend;
const clock = quickClock();
let work: Site;
let docs: Site;

beforeEach(async () => {
  [tracker, wiki] = await Promise.all([startSandboxTracker({}), startSandboxWiki()]);
  work = { name: 'work', kind: 'tracker', url: tracker.url };
  docs = { name: 'docs', kind: 'wiki', url: wiki.url };
  vault = new TestVault();
  clock.slept.length = 0;
  backend = createBackend({ vault, clock, random: () => 0 });
  backend.configure({ userAgent: 'test', proxy: '', certificateAuthorities: [], storage: newFolder() });
});
afterEach(async () => {
  await backend.dispose();
  await Promise.all([tracker.stop(), wiki.stop(), busy?.stop()]);
});

let count = 0;
const check = (site: Site, more: Partial<RunRequest> = {}): Promise<RunOutcome> =>
  backend.run(
    {
      run: `run-${++count}`,
      site,
      request:
        site.kind === 'tracker'
          ? { kind: 'tracker', jql: 'order by created' }
          : { kind: 'wiki', parameters: [['list', 'allpages']], post: false },
      limit: 5,
      isBackground: true,
      ...more,
    },
    new TableSink(),
    never,
  );
const codes = ({ notices }: RunOutcome): string[] => notices.map(({ code }) => code);

test('without an account a site is asked anonymously', async () => {
  const reports = [await check(work), await check(docs)];
  assert.deepEqual(
    reports.map(({ status, rows }) => [status, rows]),
    [
      ['more', 5],
      ['more', 5],
    ],
  );
  assert.deepEqual(
    tracker.requests.map(({ sent }) => sent),
    [[]],
  );
});

test('an account that is not signed in sends nothing, and waits', async () => {
  vault.enter(work, { user: 'ada', password: 'analytical engine' });
  vault.enter(docs, { user: 'Ada@wikijql', password: 'secret' });
  for (const site of [work, docs]) {
    const outcome = await check(site);
    assert.deepEqual([outcome.status, outcome.requests, codes(outcome)], ['failed', 0, ['watchWaits']]);
    assert.equal(outcome.notices[0]?.action, 'signIn');
  }
  assert.deepEqual([tracker.requests.length, wiki.requests.length], [0, 0]);
});

test('a session is used; once it is over, nothing but its last use is sent', async () => {
  vault.enter(work, { user: 'ada', password: 'analytical engine' });
  assert.equal((await backend.signIn(work, never)).state, 'signedIn');
  assert.equal((await check(work)).status, 'more');
  tracker.endSessions();
  for (let time = 0; time < 5; time++) assert.deepEqual(codes(await check(work)), ['watchWaits']);
  assert.deepEqual(
    tracker.requests.map(({ sent }) => sent),
    [['basic'], ['cookie'], ['cookie']],
  );
});

test('a token is sent only once the site has accepted it', async () => {
  vault.enter(work, { token: tracker.account('ada').token });
  assert.deepEqual(codes(await check(work)), ['watchWaits']);
  assert.equal(tracker.requests.length, 0);
  await backend.signIn(work, never);
  assert.equal((await check(work)).status, 'more');
  assert.deepEqual(tracker.requests.at(-1)?.sent, ['bearer']);
});

test('a vault that cannot be read lets nothing go anonymously', async () => {
  vault.enter(work, { user: 'ada', password: 'analytical engine' });
  vault.fails.add('get');
  assert.deepEqual([(await check(work)).status, tracker.requests.length], ['failed', 0]);
});

test('a busy site is not waited for, and says how long it wants to be left alone', async () => {
  busy = await startBadServer([
    reply(429, { 'retry-after': '120' }, ''),
    json({ error: { code: 'maxlag', info: 'lagged' } }, { 'retry-after': '7' }),
    reply(503, { 'retry-after': '30' }, ''),
  ]);
  const site: Site = { name: 'busy', kind: 'wiki', url: busy.url };
  const reports = [await check(site), await check(site), await check(site)];
  assert.deepEqual(
    reports.map(({ status, retryAfter }) => [status, retryAfter]),
    [
      ['failed', 120],
      ['failed', 7],
      ['failed', 30],
    ],
  );
  assert.equal(busy.requests.length, 3);
  assert.ok(busy.requests.every(({ target }) => target.includes('maxlag=5')));
});
