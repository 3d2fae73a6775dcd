/** Sessions that hold for a few answers, and resources with their own 401: how often a password is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunOutcome } from '../../server/src/network/backend.ts';
import {
  account,
  pageCount,
  startShortLivedSite,
  type Ending,
  type ShortLivedOptions,
  type ShortLivedSite,
} from './short-lived-site.ts';
import { codes, newFolder, never, quick, TestVault, Window } from './window.ts';

const minute = 60_000;

interface Fixture {
  readonly site: ShortLivedSite;
  readonly window: Window;
  readonly vault: TestVault;
  /** Another window with the same secrets and records. */
  readonly open: () => Window;
  /** Sets the clock of all windows forward, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
}

async function against(
  kind: 'tracker' | 'wiki',
  options: ShortLivedOptions,
  work: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const site = await startShortLivedSite(kind, options);
  const vault = new TestVault();
  const storage = newFolder();
  let ahead = 0;
  const clock = { ...quick, date: () => quick.date() + ahead };
  const windows: Window[] = [];
  const open = (): Window => {
    const window = new Window(site.site, vault, storage, { clock });
    windows.push(window);
    return window;
  };
  vault.enter(site.site, kind === 'wiki' ? { ...account, user: 'Ada@bot' } : account);
  try {
    await work({ site, vault, window: open(), open, pass: milliseconds => void (ahead += milliseconds) });
  } finally {
    await Promise.all(windows.map(({ backend }) => backend.dispose()));
    await site.stop();
  }
}

async function runAll(window: Window, limit = pageCount): Promise<RunOutcome> {
  if (window.site.kind === 'tracker') return window.search(limit);
  return (await window.query({ list: 'allpages', aplimit: '1' }, undefined, limit)).outcome;
}

const endings: readonly Ending[] = ['unauthorized', 'loginPage', 'anonymous', 'otherAccount'];
const cases = [...endings.map(ending => ['tracker', ending] as const), ['wiki', 'anonymous'] as const];

for (const [kind, ending] of cases) {
  test(`${kind}: ${pageCount} pages with sessions of one answer (${ending}) take at most two passwords`, t =>
    against(kind, { answers: 1, ending }, async ({ site, window, open, pass }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      const outcome = await runAll(window);
      assert.deepEqual([outcome.status, codes(outcome)], ['incomplete', ['expiredAgain']]);
      t.diagnostic(`passwords in a run of ${pageCount} pages: ${site.passwords()}`);
      assert.equal(site.passwords(), 2);
      for (const each of [window, open()]) {
        assert.deepEqual(codes(await runAll(each)), ['expiredAgain']);
        assert.equal((await each.backend.sessionState(each.site)).state, 'expired');
      }
      assert.equal(site.passwords(), 2);
      pass(11 * minute);
      assert.deepEqual(codes(await runAll(open())), ['expiredAgain']);
      assert.equal(site.passwords(), 3);
      assert.equal((await window.signIn()).state, 'signedIn');
      assert.equal(site.passwords(), 4);
    }));

  test(`${kind}: a session of a few answers (${ending}) is renewed once in a run, which goes on`, () =>
    against(kind, { answers: 200, ending }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      const outcome = await runAll(window);
      assert.deepEqual([outcome.status, outcome.rows, codes(outcome)], ['complete', pageCount, []]);
      assert.equal(site.passwords(), 2);
    }));
}

test('a run that signs in by itself does not sign in again in the same run, however long it takes', () =>
  against('tracker', { answers: 1 }, async ({ site, window }) => {
    assert.deepEqual(codes(await runAll(window)), ['expiredAgain']);
    assert.equal(site.passwords(), 1);
  }));

test('a search that answers 401 although the session holds costs no password and no session', () =>
  against('tracker', { answers: Infinity, closed: /search/ }, async ({ site, window }) => {
    assert.equal((await window.signIn()).state, 'signedIn');
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(codes(await runAll(window)), ['refusedHere']);
    assert.equal(site.passwords(), 1);
    assert.equal(await window.state(), 'signedIn');
  }));

test('a wiki that answers 401 to a query although the session holds costs no password and no session', () =>
  against('wiki', { answers: Infinity, closed: /allpages/ }, async ({ site, window }) => {
    assert.equal((await window.signIn()).state, 'signedIn');
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(codes(await runAll(window)), ['refusedHere']);
    assert.equal(site.passwords(), 1);
    assert.equal(await window.state(), 'signedIn');
  }));

for (const deletion of [
  'JSESSIONID=; Path=/; Max-Age=0; Secure',
  'JSESSIONID=; Path=/; Secure',
  'JSESSIONID=gone; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure',
]) {
  const cookies = (answer: number): string[] => (answer % 3 === 2 ? [deletion] : []);

  test(`an answer that deletes the session (${deletion}) ends it: nothing is asked as nobody`, () =>
    against('tracker', { answers: Infinity, cookies }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      const outcome = await runAll(window);
      assert.deepEqual([outcome.status, codes(outcome)], ['incomplete', ['expiredAgain']]);
      assert.deepEqual([site.passwords(), await window.state()], [2, 'expired']);
      const asNobody = site.requests.filter(
        ({ headers }) => !headers['cookie'] && headers['authorization'] === undefined,
      );
      assert.deepEqual(asNobody, []);
    }));

  test(`an answer in the background that deletes the session (${deletion}) does not end it`, () =>
    against('tracker', { answers: Infinity, cookies: () => [deletion] }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      await window.backend.describe(window.site, never);
      await window.backend.suggest(window.site, { field: 'status', typed: '' }, never);
      assert.equal(await window.state(), 'signedIn');
      assert.equal(site.requests.at(-1)?.headers['cookie'], 'JSESSIONID=session-of-ada-1');
    }));
}

for (const asserted of [{ assertuser: 'Eve' }, { assert: 'anon' }, { assert: 'bot', assertuser: 'Eve' }]) {
  test(`assertions in a query (${JSON.stringify(asserted)}) end no session: while signed in they are ours`, () =>
    against('wiki', { answers: Infinity }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      for (const more of [{}, { titles: 'x'.repeat(8000) }]) {
        const { outcome } = await window.query({ list: 'allpages', ...asserted, ...more }, undefined, 1);
        assert.deepEqual(codes(outcome), []);
        const { parameters } = site.requests.at(-1) ?? assert.fail();
        assert.deepEqual([parameters.get('assert'), parameters.get('assertuser')], ['user', 'Ada']);
      }
      assert.deepEqual([site.passwords(), await window.state()], [1, 'signedIn']);
      await window.signOut();
      await window.query({ list: 'allpages', ...asserted }, undefined, 1);
      const { parameters } = site.requests.at(-1) ?? assert.fail();
      assert.deepEqual(
        Object.entries(asserted).map(([name]) => parameters.get(name)),
        Object.values(asserted),
      );
    }));
}

test('a login that gives no new session cookie is refused', async () => {
  for (const cookies of [[], ['wiki_session=before; path=/'], ['wiki_session=; path=/'], ['other=1; path=/']])
    await against('wiki', { answers: 5, loginCookies: cookies }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'rejected');
      assert.deepEqual(codes(await runAll(window, 1)), ['rejected.noSession']);
      assert.equal(site.passwords(), 1);
    });
});

for (const kind of ['tracker', 'wiki'] as const) {
  test(`${kind}: requests in the background end no session`, t =>
    against(
      kind,
      { answers: Infinity, closed: /autocompletedata|suggestions|paraminfo/ },
      async ({ site, window }) => {
        assert.equal((await window.signIn()).state, 'signedIn');
        let ended = 0;
        for (let turn = 0; turn < 5; turn++) {
          await window.backend.describe(window.site, never);
          await window.backend.suggest(window.site, { field: 'status', typed: 'x'.repeat(turn) }, never);
          if ((await window.state()) !== 'signedIn') ended++;
          assert.deepEqual(codes(await runAll(window, 1)), []);
        }
        t.diagnostic(`background requests that ended a session: ${ended}`);
        assert.deepEqual([ended, site.passwords()], [0, 1]);
      },
    ));

  test(`${kind}: a session that is over is not ended by a request in the background`, () =>
    against(kind, { answers: Infinity }, async ({ site, window }) => {
      assert.equal((await window.signIn()).state, 'signedIn');
      site.endSessions();
      await window.backend.describe(window.site, never);
      await window.backend.suggest(window.site, { field: 'status', typed: '' }, never);
      assert.deepEqual([await window.state(), site.passwords()], ['signedIn', 1]);
    }));
}
