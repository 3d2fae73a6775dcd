import assert from 'node:assert/strict';
import test from 'node:test';
import { forgetAccount, readAccounts, useCredentials } from '../../../client/src/session/accounts.ts';
import { credentialsKey } from '../../../server/src/protocol/login.ts';

test('a site has several accounts, of which one is in use', async () => {
  const kept = new Map<string, string>();
  const secrets = {
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  const url = 'https://issues.example.org/jira/';
  const [inga, tomas] = [
    { version: '1', user: 'inga', password: 'a' },
    { version: '2', user: 'tomas', token: 'b' },
  ];
  await useCredentials(secrets, url, inga);
  await useCredentials(secrets, url, tomas);
  assert.deepEqual([...(await readAccounts(secrets, url)).keys()], ['inga', 'tomas']);
  assert.deepEqual(JSON.parse(kept.get(credentialsKey(url)) ?? ''), tomas);
  await useCredentials(secrets, url, { ...inga, version: '3' });
  assert.equal((await readAccounts(secrets, url)).get('inga')?.version, '3');
  await forgetAccount(secrets, url, 'inga');
  await forgetAccount(secrets, url, 'tomas');
  assert.deepEqual([...kept.keys()], [credentialsKey(url)], 'what is in use is ended by the server');
});
