import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Site } from '#shared/protocol/sites.ts';
import { assertNoSecret, filesBelow } from '../../support/secrets/search.ts';
import { codes, newFolder, TestVault, Window } from '../../login/window.ts';
import { accounts, startMediaWiki, type MediaWiki } from '../../support/mediawiki.ts';

let wiki: MediaWiki;
let site: Site;
const { bot, reader } = accounts;
const botUser = `${bot.name}@${bot.application}`;
const said: string[] = [];

before(async () => {
  wiki = await startMediaWiki();
  site = { name: 'sample', kind: 'wiki', url: wiki.url };
});
after(async () => {
  await wiki.stop();
  assertNoSecret(said, [bot.applicationPassword, reader.password, 'canary wrong', 'canary token']);
});

const whoAmI = { meta: 'userinfo' };

async function signedIn(
  credentials: { user?: string; password?: string; token?: string },
  work: (window: Window, vault: TestVault, open: () => Window) => Promise<void>,
): Promise<void> {
  const vault = new TestVault();
  const storage = newFolder();
  const windows: Window[] = [];
  const open = (): Window => {
    const window = new Window(site, vault, storage);
    windows.push(window);
    return window;
  };
  vault.enter(site, credentials);
  try {
    await work(open(), vault, open);
  } finally {
    said.push(...windows.flatMap(window => window.said), ...filesBelow(storage));
    await Promise.all(windows.map(({ backend }) => backend.dispose()));
  }
}

/** The kept cookies with another session in them, as if the wiki had forgotten it. */
function spoil(vault: TestVault): void {
  for (const [key, value] of vault.kept)
    if (key.startsWith('cookie '))
      vault.kept.set(key, value.replaceAll(/(value\\*":\\*")[^"\\]+/g, '$1gone'));
}

for (const [kind, user, password, name] of [
  ['a bot password', botUser, bot.applicationPassword, bot.name],
  ['a main account', reader.name, reader.password, reader.name],
] as const) {
  test(`${kind}: a run signs in, and the session outlives the window`, () =>
    signedIn({ user, password }, async (window, _vault, open) => {
      const { outcome, raw } = await window.query(whoAmI);
      assert.deepEqual([codes(outcome), raw.includes(`"name": "${name}"`)], [[], true]);
      const again = await open().query(whoAmI);
      assert.deepEqual([again.outcome.requests, again.raw.includes(`"name": "${name}"`)], [1, true]);
    }));

  test(`${kind}: a session that is over is renewed, once`, () =>
    signedIn({ user, password }, async (window, vault) => {
      await window.signIn();
      await window.query(whoAmI);
      spoil(vault);
      const { outcome, raw } = await window.query(whoAmI);
      assert.deepEqual([codes(outcome), raw.includes(`"name": "${name}"`)], [[], true]);
      spoil(vault);
      const again = await window.query(whoAmI);
      assert.deepEqual(codes(again.outcome), ['expiredAgain']);
    }));

  test(`${kind}: signing out ends the session at the wiki`, () =>
    signedIn({ user, password }, async (window, vault) => {
      await window.query(whoAmI);
      const kept = new Map(vault.kept);
      const { state, message } = await window.signOut();
      assert.deepEqual([state, vault.kept.size], ['anonymous', 0]);
      assert.doesNotMatch(message, /could not be told/);
      // Whoever had copied the cookies before is nobody now: with them there is a new login.
      for (const [key, value] of kept) vault.kept.set(key, value);
      const { outcome } = await window.query(whoAmI);
      assert.deepEqual([codes(outcome), outcome.requests > 1], [[], true]);
    }));

  test(`${kind}: a wrong password is refused for good`, () =>
    signedIn({ user, password: 'canary wrong' }, async (window, _vault, open) => {
      assert.deepEqual(codes((await window.query(whoAmI)).outcome), ['rejected.credentials']);
      const again = await open().query(whoAmI);
      assert.deepEqual([codes(again.outcome), again.outcome.requests], [['rejected.credentials'], 0]);
      assert.equal((await window.signIn()).state, 'rejected');
    }));
}

test('a session holds over all parts of a run', () =>
  signedIn({ user: botUser, password: bot.applicationPassword }, async window => {
    const { outcome } = await window.query({ list: 'allpages', aplimit: '2' });
    assert.deepEqual([codes(outcome), outcome.rows], [[], 10]);
  }));

test('ten runs at once are one login', () =>
  signedIn({ user: botUser, password: bot.applicationPassword }, async (window, _vault, open) => {
    const other = open();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, run) => (run % 2 ? window : other).query(whoAmI)),
    );
    assert.deepEqual(
      all.flatMap(({ outcome }) => codes(outcome)),
      [],
    );
    const requests = all.map(({ outcome }) => outcome.requests).reduce((sum, count) => sum + count, 0);
    assert.equal(requests, 11);
  }));

test('a token that the wiki ignores silently is found out', () =>
  signedIn({ token: 'canary token' }, async window => {
    assert.deepEqual(codes((await window.query(whoAmI)).outcome), ['rejected.token']);
    assert.equal((await window.signIn()).state, 'rejected');
  }));

test('the catalogue is asked for without signing in', () =>
  signedIn({ user: botUser, password: bot.applicationPassword }, async (window, vault) => {
    assert.ok(await window.backend.describe(site, new AbortController().signal));
    assert.deepEqual(
      [...vault.kept.keys()].filter(key => key.startsWith('cookie')),
      [],
    );
  }));
