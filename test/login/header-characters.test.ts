/** Credentials and a contact with characters that no header holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { startSandboxTracker, type SandboxTracker } from '../sandbox/tracker.ts';
import { codes, newFolder, TestVault, Window } from './window.ts';

async function signedIn(
  credentials: Omit<StoredCredentials, 'version'>,
  work: (window: Window, tracker: SandboxTracker) => Promise<void>,
): Promise<void> {
  const tracker = await startSandboxTracker();
  const site: Site = { name: 'work', kind: 'tracker', url: tracker.url };
  const vault = new TestVault();
  vault.enter(site, credentials);
  await using window = new Window(site, vault, newFolder());
  try {
    await work(window, tracker);
  } finally {
    await tracker.stop();
  }
}

const ada = { user: 'ada', password: 'analytical engine' };

test('a contact outside Latin-1 is sent encoded', () =>
  signedIn(ada, async (window, tracker) => {
    const userAgent = 'test/1.0 (Łukasz <łukasz@example.org>\n)';
    window.backend.configure({ userAgent, proxy: '', certificateAuthorities: [] });
    assert.equal((await window.signIn()).state, 'signedIn');
    assert.deepEqual(codes(await window.search()), []);
    const expected = 'test/1.0 (%C5%81ukasz <%C5%82ukasz@example.org>%0A)';
    assert.equal(tracker.requests.at(-1)?.headers['user-agent'], expected);
  }));

for (const token of ['Łukasz', 'two\r\nx-injected: 1', 'tab\tand \u{1f511}', 'caf\u00e9', '\0']) {
  test(`a token with such a character (${JSON.stringify(token)}) is sent once, refused and not in doubt`, () =>
    signedIn({ token }, async (window, tracker) => {
      assert.deepEqual(codes(await window.search()), ['rejected.token']);
      assert.equal(await window.state(), 'rejected');
      assert.equal(tracker.requests.length, 1);
      assert.equal(tracker.requests[0]?.headers['x-injected'], undefined);
    }));
}

test('a password and a user name with any characters are sent', () =>
  signedIn({ user: 'ada', password: 'Łukasz\r\n\0 🔑' }, async (window, tracker) => {
    tracker.account('ada').password = 'Łukasz\r\n\0 🔑';
    assert.equal((await window.signIn()).state, 'signedIn');
  }));
