import assert from 'node:assert/strict';
import test from 'node:test';
import { forgetAccount, readAccounts, useCredentials } from '../../../client/src/session/accounts.ts';
import { mayHaveCredentials, originOf } from '../../../client/src/session/origin.ts';
import { credentialsKey } from '../../../server/src/protocol.ts';

const safe: readonly (readonly [string, boolean])[] = [
  ['https://issues.example.org', true],
  ['http://issues.example.org', false],
  ['http://localhost:8080/jira', true],
  ['http://127.0.0.1:8080', true],
  ['http://127.1', true],
  ['http://[::1]:8080/', true],
  ['http://localhost.example.org', false],
  ['http://127.0.0.1.example.org', false],
  ['http://[::ffff:127.0.0.1]/', false],
  ['ftp://issues.example.org', false],
  ['issues.example.org', false],
];
for (const [url, may] of safe)
  test(`credentials ${may ? 'may' : 'must not'} go to ${url}`, () =>
    assert.equal(mayHaveCredentials(url), may));

test('a prompt names the origin, without path and user', () =>
  assert.equal(originOf('https://me@issues.example.org:8443/jira'), 'https://issues.example.org:8443'));

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
