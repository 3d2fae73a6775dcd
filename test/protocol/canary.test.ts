/** Secrets with marks of their own through every request and every fault: none is anywhere but in the vault. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  credentialsKey,
  type Notice,
  type RunResult,
  type SecretParams,
  sessionChangedNotification,
  type SessionState,
} from '../../server/src/protocol.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { newFolder } from '../login/window.ts';
import { accounts } from '../sandbox/api/sessions.ts';
import { type Fault, type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';

const password = 'canary pass/word+1?ü';
const wrong = 'canary & wrong/2=';
const token = 'PAT-canary/3+4';
const [ada] = accounts;

let tracker: SandboxTracker;
let wiki: SandboxWiki;
let client: LanguageClient;
const storage = newFolder();
const vault = new Map<string, string>();
/** All that a secret could be in: every line that the server wrote but its requests about secrets, and its files. */
const said: string[] = [];
/** The cookies that were ever kept. */
const cookies = new Set<string>();

const isSecretRequest = (params: unknown): params is SecretParams =>
  typeof params === 'object' && params !== null && 'operation' in params && 'key' in params;

function keep(params: unknown): object {
  assert(isSecretRequest(params));
  const { operation, key, value = '' } = params;
  said.push(operation, key);
  if (operation === 'delete') vault.delete(key);
  if (operation === 'set') {
    vault.set(key, value);
    for (const [, cookie = ''] of value.matchAll(/value\\*":\\*"([^"\\]{8,})/g)) cookies.add(cookie);
  }
  const found = operation === 'get' ? vault.get(key) : undefined;
  return found === undefined ? {} : { value: found };
}

before(async () => {
  tracker = await startSandboxTracker({ contextPath: '/jira', maxResults: 20 });
  wiki = await startSandboxWiki();
  tracker.account('ada').password = password;
  tracker.account('ada').token = token;
  const settings = settingsOf({ wiki: wiki.url });
  const sites = { ...settings.sites, town: { kind: 'tracker' as const, url: tracker.url } };
  client = await startLanguageClient({
    options: { panels: true, storage, settings: { ...settings, sites, siteCatalogues: true } },
    answers: { 'wikijql/secret': keep },
  });
  for (const method of [sessionChangedNotification, '$/logTrace']) {
    client.connection.onNotification(method, (params: unknown) => {
      heard(params);
    });
  }
  await client.connection.sendNotification('$/setTrace', { value: 'verbose' });
});
after(async () => {
  await client[Symbol.asyncDispose]();
  await tracker.stop();
  await wiki.stop();
});

let count = 0;
const heard = <T>(result: T): T => {
  said.push(JSON.stringify(result) ?? '');
  return result;
};
/** A request, whose answer or error is remembered. */
const request = <T>(method: string, params: object): Promise<T> =>
  client.connection.sendRequest<T>(method, params).then(heard, (error: unknown) => {
    said.push(String(error), error instanceof Error ? (error.stack ?? '') : '');
    throw error;
  });
const enter = (url: string, credentials: object): void =>
  void vault.set(credentialsKey(url), JSON.stringify({ version: `v${++count}`, ...credentials }));
const session = (name: string, site: string): Promise<SessionState> =>
  request<SessionState>(`wikijql/${name}`, { site });
const codes = (notices: readonly Notice[]): string => notices.map(({ code }) => code).join(' ');

const open = (site: string): Promise<string> =>
  site === 'town'
    ? client.open('# @site town\nproject = LAMP ORDER BY key\n', 'jql')
    : client.open('# @site wiki\nmeta=userinfo\n');

/** Every request that there is about a query and its site; answers what the run said. */
async function everything(site: string): Promise<string> {
  const uri = await open(site);
  const position = { line: 1, character: 3 };
  const run = `run ${++count}`;
  const result = await request<RunResult>('wikijql/run', { run, uri, position });
  await request('wikijql/more', { run, limit: 30 });
  await request('wikijql/raw', { run });
  for (const name of ['context', 'request', 'queries']) await request(`wikijql/${name}`, { uri, position });
  for (const reference of ['LAMP-1', `${tracker.url}/browse/LAMP-2`, 'LAMP-99999', 'nonsense'])
    await request('wikijql/issue', { reference, site });
  await session('sessionState', site);
  const document = { textDocument: { uri }, position };
  for (const name of ['hover', 'completion', 'documentSymbol', 'codeLens', 'foldingRange', 'documentLink'])
    await request(`textDocument/${name}`, document);
  said.push(JSON.stringify(await client.published(uri)));
  return codes(result.notices);
}

const faults: readonly (readonly [string, Fault])[] = [
  ['no connection', { kind: 'drop' }],
  ['half an answer', { kind: 'cut' }],
  ['HTML', { kind: 'html' }],
  ['403', { kind: 'forbidden' }],
  ['401', { kind: 'reply', status: 401 }],
  ['500', { kind: 'reply', status: 500, body: '{"errorMessages":["broken"]}' }],
  ['a redirect', { kind: 'reply', status: 302, headers: { Location: 'https://elsewhere.example/login' } }],
];

test('credentials of a tracker, that are taken', async () => {
  enter(tracker.url, { user: 'ada', password });
  assert.equal((await session('signIn', 'town')).state, 'signedIn');
  assert.equal(await everything('town'), '');
  tracker.endSessions();
  assert.equal(await everything('town'), '');
  assert.equal(tracker.account('ada').counts.basic, 2);
});

for (const [name, fault] of faults) {
  test(`${name} for a query and for an issue`, async () => {
    tracker.fail(fault, { times: 100 });
    try {
      assert.notEqual(await everything('town'), '');
    } finally {
      tracker.recover();
    }
  });

  test(`${name} for a login`, async () => {
    vault.delete([...vault.keys()].find(key => key.startsWith('cookie ')) ?? '');
    enter(tracker.url, { user: 'ada', password });
    tracker.endSessions();
    tracker.fail(fault);
    await session('signIn', 'town');
    tracker.recover();
    await everything('town');
  });
}

test('signing out', async () => {
  await session('signOut', 'town');
  assert.equal(
    [...vault.keys()].some(key => key.startsWith('credentials ')),
    false,
  );
});

test('credentials that are refused, and a challenge', async () => {
  const states: string[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    enter(tracker.url, { user: 'bruno', password: wrong });
    states.push((await session('signIn', 'town')).state);
    await everything('town');
  }
  assert.equal(states[0], 'rejected');
  assert.equal(states.at(-1), 'challenge');
});

test('tokens, taken and refused', async () => {
  enter(tracker.url, { token });
  assert.equal((await session('signIn', 'town')).state, 'signedIn');
  await everything('town');
  tracker.account('ada').token = 'another';
  await everything('town');
  enter(tracker.url, { token: `${token}x` });
  assert.equal((await session('signIn', 'town')).state, 'rejected');
  await everything('town');
});

test('a bot password of a wiki, taken and refused', async () => {
  enter(wiki.url, { user: ada.bot, password: ada.botPassword });
  await session('signIn', 'wiki');
  assert.equal(await everything('wiki'), '');
  enter(wiki.url, { user: ada.bot, password: wrong });
  assert.equal((await session('signIn', 'wiki')).state, 'rejected');
  await everything('wiki');
});

test('no secret is in anything that was said or written, and one that is planted is found', async () => {
  said.push(...Object.values(client.sent).map(part => JSON.stringify(part)));
  await client.stop();
  said.push(await client.errors, ...filesBelow(storage));
  said.push(...tracker.requests.map(({ path, query }) => `${path}?${query.toString()}`));
  const secrets = [password, wrong, token, ada.botPassword, ...cookies];
  assert.ok(cookies.size > 1, 'Cookies were kept');
  assert.ok(said.join('').length > 100_000, 'Much was said');
  assertNoSecret(said, secrets);
  for (const secret of secrets) {
    for (const planted of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(`ada:${secret}`).toString('base64'),
    ])
      assert.throws(() => assertNoSecret([...said, planted], [secret]));
  }
});
