/** The command line's sessions in a keychain of the system. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Folder } from '../cli/program.ts';
import { siteFolder } from '../cli/site-folder.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { type SecretService, startSecretService } from '../support/secret-service.ts';

const sandbox = sandboxSites();
let keychain: SecretService;
before(async () => {
  keychain = await startSecretService();
});
after(() => keychain.stop());

const issues = { 'a.jql': '# @limit 5\norder by key\n' };
const kept = /The session is kept in the system’s keychain/;

const environment = (): Record<string, string> => {
  const [account] = sandbox.tracker.accounts;
  assert(account);
  return {
    ...keychain.environment,
    WIKIJQL_KEYCHAIN: '',
    WIKIJQL_WORK_URL: sandbox.tracker.url,
    WIKIJQL_WORK_USER: account.name,
    WIKIJQL_WORK_PASSWORD: account.password,
  };
};

const logins = (): number => {
  const [account] = sandbox.tracker.accounts;
  return account!.counts.basic + account!.counts.sessionPosts;
};

const run = (folder: Folder, more: Readonly<Record<string, string>> = {}) =>
  folder.wikijqlWith({ environment: { ...environment(), ...more } }, 'run', 'a.jql', '--site', 'work');

describe('a session that a password began', () => {
  it('is kept for the next commands, which need no password', async () => {
    using folder = siteFolder(sandbox, issues);
    const begun = logins();
    const first = await run(folder);
    assert.equal(first.exit, 0, first.error);
    assert.match(first.error, kept);
    for (const again of [await run(folder), await run(folder)]) {
      assert.equal(again.exit, 0, again.error);
      assert.doesNotMatch(again.error, /Signed in/);
      assert.equal(again.out, first.out);
    }
    assert.equal(logins() - begun, 1);
  });

  it('is the session of commands that run at the same time', async () => {
    using folder = siteFolder(sandbox, issues);
    const begun = logins();
    const ended = await Promise.all([run(folder), run(folder), run(folder)]);
    for (const { exit, error } of ended) assert.equal(exit, 0, error);
    assert.equal(logins() - begun, 1);
  });

  it('and that the site ended at once costs no second password', async () => {
    using folder = siteFolder(sandbox, issues);
    await run(folder);
    const begun = logins();
    sandbox.tracker.endSessions();
    const { exit, error } = await run(folder);
    assert.equal(exit, 2);
    assert.match(error, /expired again shortly after an automatic sign-in/);
    assert.equal(logins(), begun);
  });

  it('is in no file', async () => {
    using folder = siteFolder(sandbox, issues);
    await run(folder);
    const [account] = sandbox.tracker.accounts;
    const secrets = [account!.password];
    assertNoSecret(filesBelow(folder.path), secrets);
    assertNoSecret(filesBelow(keychain.folder), secrets);
  });
});

describe('without a keychain', () => {
  for (const [name, more] of [
    ['that is turned off', { WIKIJQL_KEYCHAIN: 'off' }],
    ['that does not answer', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }],
  ] as const) {
    it(`${name}, the session ends with the command, which says so`, async () => {
      using folder = siteFolder(sandbox, issues);
      for (let round = 0; round < 2; round++) {
        const { exit, error } = await run(folder, more);
        assert.equal(exit, 0, error);
        assert.match(error, /The session ends with this command/);
        assert.equal(sandbox.tracker.requests.at(-1)?.method, 'DELETE');
      }
    });
  }
});
