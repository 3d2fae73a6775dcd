import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type SandboxTracker, type TrackerOptions, startSandboxTracker } from '../tracker.ts';
import { basic, cookieOf } from './tracker-asking.ts';

const started: SandboxTracker[] = [];
after(() => Promise.all(started.map(one => one.stop())));

async function start(options: TrackerOptions = {}): Promise<SandboxTracker> {
  const tracker = await startSandboxTracker(options);
  started.push(tracker);
  return tracker;
}

const ask = (
  tracker: SandboxTracker,
  headers: Record<string, string>,
  path = '/rest/api/2/myself',
): Promise<Response> => fetch(`${tracker.url}${path}`, { headers });

const withPassword = (tracker: SandboxTracker, name = 'ada', password = tracker.account(name).password) =>
  ask(tracker, { Authorization: basic(name, password) });

const logIn = async (tracker: SandboxTracker): Promise<string> => cookieOf(await withPassword(tracker));

const facts = ({ status, headers }: Response) => [
  status,
  headers.get('X-AUSERNAME'),
  headers.get('X-Seraph-LoginReason'),
];
const signedIn = [200, 'ada', 'OK'];
const nobody = [401, 'anonymous', null];

describe('signing in to the tracker', () => {
  it('begins a session whose cookie has the specified attributes', async () => {
    const response = await withPassword(await start());
    assert.deepEqual(facts(response), signedIn);
    assert.match(
      response.headers.get('Set-Cookie') ?? '',
      /^JSESSIONID=[0-9A-F]{32}; Path=\/; Secure; HttpOnly$/u,
    );
    assert.match(response.headers.get('X-AREQUESTID') ?? '', /^\d+x\d+x\d+$/u);
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
  });
  it('sets a cookie without Secure where asked', async () => {
    const response = await withPassword(await start({ secureCookies: false }));
    assert.match(response.headers.get('Set-Cookie') ?? '', /^JSESSIONID=[0-9A-F]{32}; Path=\/; HttpOnly$/u);
  });
  it('takes the cookie from then on', async () => {
    const tracker = await start();
    const Cookie = cookieOf(await withPassword(tracker));
    const response = await ask(tracker, { Cookie });
    assert.deepEqual([...facts(response), response.headers.get('Set-Cookie')], [...signedIn, null]);
    const { counts } = tracker.account('ada');
    assert.deepEqual(counts, { basic: 1, basicFailed: 0, basicWhileLocked: 0, logins: 1, sessionPosts: 0 });
    assert.deepEqual(
      tracker.requests.map(({ sent, account, outcome, status }) => [...sent, account, outcome, status]),
      [
        ['basic', 'ada', 'accepted', 200],
        ['cookie', 'ada', 'accepted', 200],
      ],
    );
  });
  it('takes names in any case and passwords in UTF-8', async () => {
    const response = await withPassword(await start(), 'NILS.ÅBERG', 'smörgås £5');
    assert.deepEqual(facts(response), [200, 'nils.%C3%A5berg', 'OK']);
  });
  it('takes colons in passwords', async () =>
    assert.equal((await withPassword(await start(), 'dmitri')).status, 200));
  it('takes a personal access token, without a session', async () => {
    const tracker = await start();
    const response = await ask(tracker, { Authorization: `Bearer ${tracker.account('ada').token}` });
    assert.deepEqual([...facts(response), response.headers.get('Set-Cookie')], [...signedIn, null]);
  });
  it('refuses another token', async () => {
    const response = await ask(await start(), { Authorization: 'Bearer wrong' });
    assert.deepEqual(facts(response), [401, 'anonymous', 'AUTHENTICATED_FAILED']);
  });
  it('serves nobody where somebody is needed', async () =>
    assert.deepEqual(facts(await ask(await start(), {})), nobody));
  it('serves those without a name what is open', async () => {
    const tracker = await start();
    const statuses = ['LAMP-1', 'CANAL-1', 'NOPE-1'].map(key => ask(tracker, {}, `/rest/api/2/issue/${key}`));
    assert.deepEqual(
      (await Promise.all(statuses)).map(({ status }) => status),
      [200, 401, 404],
    );
  });
  it('serves those without a name nothing where it is private', async () =>
    assert.equal((await ask(await start({ anonymous: false }), {}, '/rest/api/2/issue/LAMP-1')).status, 401));
  it('says 403 where Basic is switched off', async () => {
    const response = await withPassword(await start({ basic: false }));
    assert.equal(response.status, 403);
    assert.equal(
      await response.text(),
      '{"message":"Basic Authentication has been disabled on this instance."}',
    );
  });
});

describe('failing to sign in to the tracker', () => {
  it('gets 401 in HTML', async () => {
    const tracker = await start({ contextPath: '/works' });
    const response = await withPassword(tracker, 'ada', 'wrong');
    assert.deepEqual(facts(response), [401, 'anonymous', 'AUTHENTICATED_FAILED']);
    assert.equal(
      response.headers.get('WWW-Authenticate'),
      `OAuth realm="${encodeURIComponent(tracker.url)}"`,
    );
    assert.equal(response.headers.get('Content-Type'), 'text/html;charset=UTF-8');
    assert.equal(response.headers.get('Set-Cookie'), null);
  });
  it('or is served as nobody, where a tracker does that', async () => {
    const tracker = await start({ failedLogin: 'anonymous' });
    const headers = { Authorization: basic('ada', 'wrong') };
    const response = await ask(tracker, headers, '/rest/api/2/search?jql=');
    assert.deepEqual(facts(response), [200, 'anonymous', 'AUTHENTICATED_FAILED']);
    assert.equal((await ask(tracker, { Cookie: cookieOf(response) })).status, 401);
  });
  it('three times locks the account', async () => {
    const tracker = await start();
    const statuses: number[] = [];
    for (const password of ['a', 'b', 'c', tracker.account('ada').password])
      statuses.push((await withPassword(tracker, 'ada', password)).status);
    assert.deepEqual(statuses, [401, 401, 403, 403]);
    const { locked, counts } = tracker.account('ada');
    assert.deepEqual([locked, counts.basic, counts.basicFailed, counts.basicWhileLocked], [true, 4, 3, 1]);
  });
  it('is forgotten after a success', async () => {
    const tracker = await start();
    for (const password of ['a', 'b', tracker.account('ada').password, 'c', 'd'])
      await withPassword(tracker, 'ada', password);
    assert.equal(tracker.account('ada').locked, false);
  });
  it('is counted for each account', async () => {
    const tracker = await start();
    for (const name of ['ada', 'bruno', 'ada', 'bruno', 'nobody', 'nobody', 'nobody', 'nobody'])
      await withPassword(tracker, name, 'wrong').then(({ status }) => assert.equal(status, 401));
  });
});

/** Locks the account. */
async function challenged(
  options: TrackerOptions = {},
): Promise<{ tracker: SandboxTracker; response: Response }> {
  const tracker = await start({ attempts: 1, ...options });
  return { tracker, response: await withPassword(tracker, 'ada', 'wrong') };
}

describe('the challenge', () => {
  it('has every header of the specification, and a page', async () => {
    const { tracker, response } = await challenged({ contextPath: '/works' });
    const { headers } = response;
    assert.deepEqual([response.status, response.statusText], [403, 'Forbidden']);
    assert.equal(
      headers.get('X-Authentication-Denied-Reason'),
      `CAPTCHA_CHALLENGE; login-url=${tracker.url}/login.jsp`,
    );
    assert.equal(headers.get('X-Seraph-LoginReason'), 'AUTHENTICATED_FAILED');
    assert.equal(headers.get('WWW-Authenticate'), `OAuth realm="${encodeURIComponent(tracker.url)}"`);
    assert.match(headers.get('Set-Cookie') ?? '', /^JSESSIONID=[0-9A-F]{32}; Path=\/; Secure; HttpOnly$/u);
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('Content-Type'), 'text/html;charset=UTF-8');
    for (const name of ['X-AREQUESTID', 'Content-Length', 'Date', 'Server']) assert(headers.get(name), name);
    assert.match(await response.text(), /^<!DOCTYPE html>/u);
  });
  it('sets a cookie that opens nothing', async () => {
    const { tracker, response } = await challenged();
    assert.deepEqual(facts(await ask(tracker, { Cookie: cookieOf(response) })), nobody);
  });
  it('may say that it did not look at the password', async () => {
    const { response } = await challenged({ challengeReason: 'AUTHENTICATION_DENIED' });
    assert.equal(response.headers.get('X-Seraph-LoginReason'), 'AUTHENTICATION_DENIED');
  });
  it('spares tokens', async () => {
    const { tracker } = await challenged();
    const response = await ask(tracker, { Authorization: `Bearer ${tracker.account('ada').token}` });
    assert.equal(response.status, 200);
  });
  it('is over once a user has been at the login page', async () => {
    const { tracker } = await challenged();
    const form = { os_username: 'ada', os_password: tracker.account('ada').password };
    const submit = (captcha: string): Promise<Response> =>
      fetch(`${tracker.url}/login.jsp`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, os_captcha: captcha }),
      });
    assert.match(await (await fetch(`${tracker.url}/login.jsp`)).text(), /name="os_captcha"/u);
    await submit('Rome');
    assert.equal((await withPassword(tracker)).status, 403);
    await submit('Millbrook');
    assert.equal((await withPassword(tracker)).status, 200);
  });
});

describe('a session of the tracker', () => {
  it('ends with time', async () => {
    let time = 0;
    const tracker = await start({ clock: () => time, sessionLifetime: 1000 });
    const Cookie = await logIn(tracker);
    for (const passed of [999, 999]) {
      time += passed;
      assert.equal((await ask(tracker, { Cookie })).status, 200);
    }
    time += 1000;
    assert.deepEqual(facts(await ask(tracker, { Cookie })), nobody);
    assert.equal(tracker.requests.at(-1)?.outcome, 'expired');
  });
  it('ends after so many requests', async () => {
    const tracker = await start({ sessionRequests: 2 });
    const Cookie = await logIn(tracker);
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await ask(tracker, { Cookie })).status);
    assert.deepEqual(statuses, [200, 200, 401]);
  });
  it('that has ended is served as nobody', async () => {
    const tracker = await start();
    const Cookie = await logIn(tracker);
    tracker.endSessions();
    assert.deepEqual(facts(await ask(tracker, { Cookie }, '/rest/api/2/search')), [200, 'anonymous', null]);
  });
  it('or gets 401, where a tracker does that', async () => {
    const tracker = await start({ expiredSession: 'unauthorized' });
    const Cookie = await logIn(tracker);
    tracker.endSessions('ada');
    assert.deepEqual(facts(await ask(tracker, { Cookie }, '/rest/api/2/search')), nobody);
  });
  it('gets new cookies, and the old ones are void', async () => {
    const tracker = await start({ rotateAfter: 2 });
    const first = await logIn(tracker);
    assert.equal(cookieOf(await ask(tracker, { Cookie: first })), '');
    const second = cookieOf(await ask(tracker, { Cookie: first }));
    assert.match(second, /^JSESSIONID=/u);
    assert.equal((await ask(tracker, { Cookie: first })).status, 401);
    assert.equal((await ask(tracker, { Cookie: second })).status, 200);
  });
});

describe('/rest/auth/1/session', () => {
  const path = '/rest/auth/1/session';
  const post = (tracker: SandboxTracker, username: string, password: string): Promise<Response> =>
    fetch(`${tracker.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });

  it('begins, tells and ends a session', async () => {
    const tracker = await start();
    const response = await post(tracker, 'ada', tracker.account('ada').password);
    const Cookie = cookieOf(response);
    const { session } = JSON.parse(await response.text());
    assert.equal(`${session.name}=${session.value}`, Cookie);
    assert.match(await (await ask(tracker, { Cookie }, path)).text(), /"name":"ada"/u);
    const end = (): Promise<Response> =>
      fetch(`${tracker.url}${path}`, { method: 'DELETE', headers: { Cookie } });
    const ended = await end();
    assert.deepEqual([ended.status, await ended.text()], [204, '']);
    assert.equal((await end()).status, 401);
    assert.equal((await ask(tracker, { Cookie }, path)).status, 401);
  });
  it('counts as Basic does', async () => {
    const tracker = await start();
    const answers = [];
    for (const password of ['a', 'b', 'c']) answers.push(await post(tracker, 'ada', password));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 403],
    );
    assert.equal(await answers[2]?.text(), '{"errorMessages":["Login denied"],"errors":{}}');
    assert.match(answers[2]?.headers.get('X-Authentication-Denied-Reason') ?? '', /^CAPTCHA_CHALLENGE/u);
  });
});
