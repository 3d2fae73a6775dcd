import assert from 'node:assert/strict';
import test from 'node:test';
import { sessionText } from '../../../client/src/texts.ts';
import { forgetAccount, readAccounts, useCredentials } from '../../../client/src/session/stored-accounts.ts';
import { credentialsKey } from '#shared/protocol/sites/login.ts';

test('a site has several accounts, of which one is in use', async () => {
  const kept = new Map<string, string>();
  const secrets = {
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  const site = { kind: 'tracker', url: 'https://issues.example.org/jira/' } as const;
  const [inga, tomas] = [
    { version: '1', user: 'inga', password: 'a' },
    { version: '2', user: 'tomas', token: 'b' },
  ];
  const root = 'https://issues.example.org/jira';
  kept.set(`credentials ${root}`, 'of version 0.1.0').set(`accounts ${root}`, '[]');
  await useCredentials(secrets, site, inga);
  await useCredentials(secrets, site, tomas);
  assert.deepEqual([...(await readAccounts(secrets, site)).keys()], ['inga', 'tomas']);
  assert.deepEqual(JSON.parse(kept.get(credentialsKey(site)) ?? ''), tomas);
  await useCredentials(secrets, site, { ...inga, version: '3' });
  assert.equal((await readAccounts(secrets, site)).get('inga')?.version, '3');
  await forgetAccount(secrets, site, 'inga');
  await forgetAccount(secrets, site, 'tomas');
  assert.deepEqual([...kept.keys()], [credentialsKey(site)], 'what is in use is ended by the server');
});

test('what is kept in another shape is not an account, and costs none of the others', async () => {
  const site = { kind: 'wiki', url: 'https://wiki.example.org/w/api.php' } as const;
  const readFrom = async (kept: unknown): Promise<readonly string[]> => {
    const secrets = { get: async () => JSON.stringify(kept), store: async () => {}, delete: async () => {} };
    return [...(await readAccounts(secrets, site)).keys()];
  };
  const inga = { version: '1', user: 'inga', password: 'a' };
  assert.deepEqual(await readFrom([null, 'x', { user: 'tomas' }, { version: '2', user: 5 }, inga]), ['inga']);
  assert.deepEqual(await readFrom({ 0: inga }), []);
});

for (const [state, account, said] of [
  ['rejected', '', 'Access token: credentials rejected'],
  ['rejected', 'ada', 'ada: credentials rejected'],
  ['signedIn', '', 'Signed in with a token'],
  ['signedIn', 'ada', 'Signed in as ada'],
] as const)
  test(`a session that is ${state} of ${account || 'a token'} is called “${said}”`, () =>
    assert.equal(sessionText({ state, account }), said));
