/** Secrets with marks of their own through every request and every fault: none is anywhere but in the vault. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type SecretParams,
  type SessionState,
  credentialsKey,
  passphraseKey,
  sessionChangedNotification,
} from '#shared/protocol/sites/login.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import { Canaries, takenApart } from '../support/secrets/canaries.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { newFolder } from '../login/window.ts';
import { accounts } from '../sandbox/api/sessions.ts';
import { type Fault, type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { someOf } from '../support/depth.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { type BadServer, json, startBadServer } from '../support/bad-server.ts';
import { certificates } from '../support/certificates.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';

const canaries = new Canaries();
const password = canaries.password();
const wrong = canaries.password();
const token = canaries.token('town');
const cloudToken = canaries.token('hall');
const botPassword = canaries.password();
const mainPassword = canaries.password();
const inAddress = canaries.password();
const passphrase = canaries.passphrase();
const wrongPassphrase = canaries.passphrase();
const [ada] = accounts;

let tracker: SandboxTracker;
let cloud: SandboxTracker;
let wiki: SandboxWiki;
/** A wiki that wants to see a certificate. */
let guarded: BadServer;
const authority = certificates();
let client: LanguageClient;
const wikiCookies: string[] = [];
const wikiSessionId = (): string => {
  wikiCookies.push(canaries.cookie('wiki'));
  return wikiCookies.at(-1) ?? '';
};
const storage = newFolder();
const vault = new Map<string, string>();
/** All that a secret could be in: every line that the server wrote but its requests about secrets, and its files. */
const said: string[] = [];
/** The cookies of the tracker, the last one last. */
const cookies: string[] = [];
const sessionId = (): string => {
  cookies.push(canaries.cookie('town'));
  return cookies.at(-1) ?? '';
};

const isSecretRequest = (params: unknown): params is SecretParams =>
  typeof params === 'object' && params !== null && 'operation' in params && 'key' in params;

function keep(params: unknown): object {
  assert(isSecretRequest(params));
  const { operation, key, value = '' } = params;
  said.push(operation, key);
  if (operation === 'delete') vault.delete(key);
  if (operation === 'set') vault.set(key, value);
  const found = operation === 'get' ? vault.get(key) : undefined;
  return found === undefined ? {} : { value: found };
}

before(async () => {
  tracker = await startSandboxTracker({ contextPath: '/jira', maxResults: 20, sessionId });
  cloud = await startSandboxTracker({ flavour: 'cloud', contextPath: '/ex/jira/1a2b', maxResults: 20 });
  wiki = await startSandboxWiki({ sessionId: wikiSessionId });
  tracker.account('ada').password = password;
  tracker.account('ada').token = token;
  cloud.account('ada').token = cloudToken;
  for (const account of wiki.accounts) Object.assign(account, { botPassword, password: mainPassword });
  const clients = { ca: authority.authority, requestCert: true, rejectUnauthorized: true };
  guarded = await startBadServer([json({ batchcomplete: true, query: { userinfo: { id: 0, name: '' } } })], {
    ...authority.make('server'),
    ...clients,
  });
  const settings = settingsOf({ wiki: wiki.url });
  const named = wiki.url.replace('//', `//ada:${encodeURIComponent(inAddress)}@`);
  const sites: Settings['sites'] = {
    ...settings.sites,
    town: { kind: 'tracker', url: tracker.url },
    hall: { kind: 'tracker', url: cloud.url },
    named: { kind: 'wiki', url: named },
    guarded: { kind: 'wiki', url: guarded.url },
    broken: { kind: 'wiki', url: named.replace('@', '@no host ') },
  };
  const http: Settings['http'] = {
    proxy: '',
    certificateAuthorities: [authority.authority],
    clientCertificates: { [guarded.origin]: { file: authority.files('ann', passphrase).lockedPfx } },
  };
  client = await startLanguageClient({
    options: {
      panels: true,
      storage,
      settings: { ...settings, sites, language: languageSettings({ siteCatalogues: true }), http },
    },
    answers: { 'wikijql/secret': keep },
  });
  for (const method of [sessionChangedNotification.method, '$/logTrace']) {
    client.connection.onNotification(method, (params: unknown) => {
      heard(params);
    });
  }
  await client.connection.sendNotification('$/setTrace', { value: 'verbose' });
});
after(async () => {
  await client[Symbol.asyncDispose]();
  await tracker.stop();
  await cloud.stop();
  await wiki.stop();
  await guarded.stop();
  authority.remove();
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
  void vault.set(
    credentialsKey({ kind: url.endsWith('/api.php') ? 'wiki' : 'tracker', url }),
    JSON.stringify({ version: `v${++count}`, ...credentials }),
  );
const session = (name: string, site: string): Promise<SessionState> =>
  request<SessionState>(`wikijql/${name}`, { site });
const codes = (notices: readonly Notice[]): string => notices.map(({ code }) => code).join(' ');

const open = (site: string): Promise<string> =>
  site === 'town' || site === 'hall'
    ? client.open(`# @site ${site}\nproject = LAMP ORDER BY key\n`, 'jql')
    : client.open(`# @site ${site}\nmeta=userinfo\n`);

/** Every request that there is about a query and its site; returns what the run said. */
async function everything(site: string): Promise<string> {
  const uri = await open(site);
  const position = { line: 1, character: 3 };
  const run = `run ${++count}`;
  const result = await request<RunResult>('wikijql/run', { run, uri, position });
  await request('wikijql/more', { run });
  await request('wikijql/raw', { run });
  said.push(JSON.stringify(await client.rows(run)));
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
  ['429', { kind: 'tooMany', retryAfter: 3600 }],
  ['503', { kind: 'unavailable', retryAfter: 3600 }],
];
/** Faults whose responses repeat a text of the request. */
const repeating = (what: string): readonly (readonly [string, Fault])[] => {
  const [text, html] = [JSON.stringify(what), `<p>${what}</p>`];
  const path = `/jira/in;jsessionid=${encodeURIComponent(what)}?next=${encodeURIComponent(what)}`;
  return [
    ['500', { kind: 'reply', status: 500, body: `{"errorMessages":[${text}]}` }],
    ['400', { kind: 'reply', status: 400, body: `{"errorMessages":[${text}],"errors":{"jql":${text}}}` }],
    ['warnings', { kind: 'reply', status: 200, body: `{"issues":[],"total":0,"warningMessages":[${text}]}` }],
    [
      'rows',
      {
        kind: 'reply',
        status: 200,
        body: `{"total":1,"issues":[{"key":"LAMP-1","fields":{"summary":${text}}}]}`,
      },
    ],
    [
      'an error of a wiki',
      { kind: 'reply', status: 200, body: `{"errors":[{"code":"oh","text":${text},"module":"main"}]}` },
    ],
    ['HTML', { kind: 'reply', status: 500, body: html, type: 'text/html' }],
    ['a redirect', { kind: 'reply', status: 302, headers: { Location: path } }],
    [
      'a challenge',
      {
        kind: 'reply',
        status: 403,
        body: html,
        headers: {
          'X-Authentication-Denied-Reason': `CAPTCHA_CHALLENGE; login-url=${tracker.url}/in;jsessionid=${encodeURIComponent(what)}`,
        },
      },
    ],
  ];
};
const basic = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

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

test('a server that repeats what it was sent', async () => {
  enter(tracker.url, { user: 'ada', password });
  await session('signIn', 'town');
  for (const [name, fault] of repeating('')) {
    enter(tracker.url, { user: 'ada', password });
    await session('signIn', 'town');
    const sent = `Cookie: JSESSIONID=${cookies.at(-1)}`;
    const [, repeated = fault] = repeating(sent).find(([each]) => each === name) ?? [];
    tracker.fail(repeated, { times: 100 });
    await everything('town');
    tracker.recover();
  }
});

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

test('tokens in the cloud, taken, repeated and refused', async () => {
  const user = cloud.account('ada').person.email;
  const some = someOf([...repeating(basic(user, cloudToken)), ...faults], 5);
  for (const [, fault] of [['none', undefined], ...some] as const) {
    enter(cloud.url, { user, token: cloudToken });
    assert.equal((await session('signIn', 'hall')).state, 'signedIn');
    if (fault) cloud.fail(fault, { times: 100 });
    const notices = await everything('hall');
    if (!fault) assert.equal(notices, '');
    cloud.recover();
  }
  enter(cloud.url, { user, token: wrong });
  assert.equal((await session('signIn', 'hall')).state, 'rejected');
  await everything('hall');
});

for (const [kind, user, secret] of [
  ['bot password', ada.bot, botPassword],
  ['main account', ada.user, mainPassword],
] as const) {
  test(`a ${kind} of a wiki, with faults`, async () => {
    for (const [, fault] of someOf([...faults, ...repeating(secret)], 5)) {
      enter(wiki.url, { user, password: secret });
      wiki.fail(fault, { path: /login$/u });
      await session('signIn', 'wiki');
      wiki.recover();
    }
    for (const index of someOf([...[...faults, ...repeating('')].keys()], 5)) {
      enter(wiki.url, { user, password: secret });
      assert.equal((await session('signIn', 'wiki')).state, 'signedIn');
      const fault = [...faults, ...repeating(wikiCookies.at(-1) ?? '')][index]?.[1];
      if (fault) wiki.fail(fault, { times: 100 });
      await everything('wiki');
      wiki.recover();
    }
  });
}

test('a site with credentials in its address', async () => {
  for (const site of ['named', 'broken']) await everything(site);
});

test('the passphrase of a certificate: unknown, wrong and right', async () => {
  const key = passphraseKey(guarded.origin);
  assert.equal(await everything('guarded'), 'clientCertificate');
  vault.set(key, wrongPassphrase);
  assert.equal(await everything('guarded'), 'clientCertificate');
  await request('wikijql/diagnose', { site: 'guarded' });
  assert.equal(guarded.requests.length, 0);
  vault.set(key, passphrase);
  assert.equal(await everything('guarded'), '');
  await request('wikijql/diagnose', { site: 'guarded' });
  assert.ok(guarded.requests.length > 0);
});

test('a bot password of a wiki, taken and refused', async () => {
  enter(wiki.url, { user: ada.bot, password: botPassword });
  await session('signIn', 'wiki');
  assert.equal(await everything('wiki'), '');
  enter(wiki.url, { user: ada.bot, password: wrong });
  assert.equal((await session('signIn', 'wiki')).state, 'rejected');
  await everything('wiki');
});

test('no secret is in anything that was said or written, and one that is planted is found', async context => {
  said.push(...Object.values(client.sent).map(part => JSON.stringify(part)));
  await client.stop();
  said.push(await client.errors, ...filesBelow(storage));
  const requests = [
    ...tracker.requests.map(got => takenApart('town', got, got.query)),
    ...cloud.requests.map(got => takenApart('hall', got, got.query)),
    ...wiki.requests.map(got => {
      const address = [...got.parameters].filter(([name]) => got.inAddress.has(name));
      return takenApart('wiki', got, address, /login/u.test(got.parameters.get('action') ?? ''));
    }),
  ];
  said.push(...requests.map(({ parts }) => parts.open));
  for (const { target, headers, body } of guarded.requests) said.push(target, ...headers.values(), body);
  const secrets = canaries.secrets;
  assert.ok(cookies.length > 1, 'Cookies were kept');
  assert.ok(said.join('').length > 100_000, 'Much was said');
  context.diagnostic(
    `${secrets.length} secrets in ${said.length} texts of ${said.join('').length} characters`,
  );
  assertNoSecret(said, secrets);
  for (const secret of secrets) {
    for (const planted of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(`ada:${secret}`).toString('base64'),
    ])
      assert.throws(() => assertNoSecret([planted], [secret]));
  }
});
