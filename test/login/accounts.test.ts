/** Accounts at a tracker: what each may see, and how one of several is signed out. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { siteKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { startSandboxTracker, type SandboxTracker } from '../sandbox/tracker.ts';
import { codes, never, newFolder, TestVault, Window } from './window.ts';

describe('an account at a tracker', () => {
  let tracker: SandboxTracker;
  let site: Site;
  let vault: TestVault;
  let window: Window;
  beforeEach(async () => {
    tracker = await startSandboxTracker();
    site = { name: 'town', kind: 'tracker', url: tracker.url };
    vault = new TestVault();
    window = new Window(site, vault, newFolder());
  });
  afterEach(async () => {
    await window.backend.dispose();
    await tracker.stop();
  });

  const signIn = async (user: string): Promise<void> => {
    vault.enter(site, { user, password: tracker.account(user).password });
    assert.equal((await window.signIn()).account, user);
  };
  const noticeOf = async (reference: string) => {
    const { notices } = await window.backend.issue({ site, reference }, never);
    return notices[0];
  };
  const ended = (): (string | undefined)[] =>
    tracker.requests.filter(({ method }) => method === 'DELETE').map(({ account }) => account);

  it('is named where it may not see an issue or has a wrong key, and another one is offered', async () => {
    await signIn('bruno');
    for (const key of ['LAMP-99999', 'CLERK-1']) {
      const { code, message = '', action } = (await noticeOf(key)) ?? {};
      assert.deepEqual([code, action], ['issueNotFoundFor', 'switchAccount']);
      assert.match(message, /or bruno has no access to it/);
      assert.doesNotMatch(message, /sign in/i);
    }
  });

  it('is named where it has no permission for a search or an issue', async () => {
    await signIn('bruno');
    tracker.fail({ kind: 'forbidden' }, { times: 2 });
    const [found] = (await window.search()).notices;
    assert.deepEqual([found?.code, found?.action], ['http403For', 'switchAccount']);
    assert.equal((await noticeOf('LAMP-1'))?.code, 'issueForbiddenFor');
  });

  it('is asked for where nobody has signed in', async () => {
    const unknown = await noticeOf('LAMP-99999');
    assert.deepEqual([unknown?.code, unknown?.action], ['issueNotFound', 'signIn']);
    assert.equal((await noticeOf('CLERK-1'))?.code, 'issueForbidden');
  });

  it('is signed out at the server while another one goes on', async () => {
    await signIn('ada');
    await signIn('bruno');
    const { state, account, message } = await window.backend.signOut(site, never, 'ada');
    assert.deepEqual([state, account, message], ['signedIn', 'bruno', 'Signed ada out of “town”.']);
    assert.deepEqual(ended(), ['ada']);
    assert.ok(![...vault.kept.keys()].some(key => key.startsWith(`cookie ${siteKey(site)} ada `)));
    assert.deepEqual(codes(await window.search()), []);
    assert.equal(tracker.requests.at(-1)?.account, 'bruno');
    assert.equal((await window.backend.signOut(site, never, 'bruno')).state, 'anonymous');
    assert.deepEqual([ended(), [...vault.kept]], [['ada', 'bruno'], []]);
  });

  it('is used by no wiki at the same address', async () => {
    await signIn('ada');
    const before = tracker.requests.length;
    const wiki: Site = { ...site, kind: 'wiki' };
    await window.query({ list: 'allpages' });
    const asked = tracker.requests.slice(before);
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.flatMap(({ sent }) => sent),
      [],
    );
    assert.equal((await window.backend.sessionState(wiki)).state, 'anonymous');
    assert.deepEqual(codes(await window.search()), []);
    assert.deepEqual(tracker.requests.at(-1)?.sent, ['cookie']);
  });

  it('is signed out although nobody uses it now', async () => {
    await signIn('ada');
    await signIn('bruno');
    await window.signOut();
    assert.equal((await window.backend.signOut(site, never, 'ada')).state, 'anonymous');
    assert.deepEqual([ended(), [...vault.kept]], [['bruno', 'ada'], []]);
  });

  it('has a session that outlives a sign-out which the server did not hear', async () => {
    await signIn('ada');
    await signIn('bruno');
    tracker.fail({ kind: 'drop' }, { path: /session/ });
    const { account, message } = await window.backend.signOut(site, never, 'ada');
    assert.equal(account, 'bruno');
    assert.match(message, /could not be reached: the session of ada there lasts/);
  });
});
