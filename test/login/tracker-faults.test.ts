import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import type { Site } from '#shared/protocol/sites.ts';
import { json, reply, silence, startBadServer, type Behaviour } from '../support/bad-server.ts';
import { startSandboxTracker, type SandboxTracker, type TrackerOptions } from '../sandbox/tracker.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { codes, newFolder, TestVault, Window } from './window.ts';

const right = { user: 'ada', password: 'analytical engine' };
const wrong = { user: 'ada', password: 'canary pass/word+1' };
const everything: string[] = [];
const secrets = new Set([right.password, wrong.password]);

interface Fixture {
  readonly tracker: SandboxTracker;
  readonly vault: TestVault;
  readonly site: Site;
  readonly window: Window;
  /** Another window with the same secrets and storage. */
  readonly open: () => Window;
  /** Basic requests that came. */
  readonly basics: () => number;
  readonly cookies: () => number;
}

/** One line per fault: a tracker, a window with a vault, and what is expected. */
function fault(
  name: string,
  work: (fixture: Fixture) => Promise<void>,
  options: TrackerOptions = {},
  credentials: typeof right | undefined = right,
): void {
  test(name, async () => {
    const tracker = await startSandboxTracker(options);
    const site: Site = { name: 'work', kind: 'tracker', url: tracker.url };
    const vault = new TestVault();
    const storage = newFolder();
    if (credentials) vault.enter(site, credentials);
    const windows: Window[] = [];
    const open = (): Window => {
      const window = new Window(site, vault, storage);
      windows.push(window);
      return window;
    };
    const sent = (kind: 'basic' | 'cookie'): number =>
      tracker.requests.filter(request => request.sent.includes(kind)).length;
    try {
      const basics = (): number => sent('basic');
      await work({ tracker, vault, site, window: open(), open, basics, cookies: () => sent('cookie') });
    } finally {
      everything.push(...windows.flatMap(({ said }) => said), ...filesBelow(storage));
      for (const value of vault.kept.values())
        for (const [, id] of value.matchAll(/JSESSIONID[^}]*?value\\*":\\*"(\w+)/g)) secrets.add(id ?? '');
      await Promise.all(windows.map(window => window.backend.dispose()));
      await tracker.stop();
    }
  });
}

const both = async (window: Window): Promise<string[]> => [
  ...codes(await window.search()),
  ...codes(await window.search()),
];

fault(
  '26: a 401 with a cookie, and to the probe too, ends the session; one new login goes on',
  async ({ window, tracker, basics }) => {
    await window.signIn();
    await window.search();
    tracker.endSessions();
    assert.deepEqual(codes(await window.search()), []);
    assert.equal(basics(), 2);
  },
  { expiredSession: 'unauthorized' },
);

fault(
  '27: a wrong password is refused once and for all, also by another window and by clicks',
  async ({ window, open, basics, tracker }) => {
    assert.deepEqual(await both(window), ['rejected.credentials', 'rejected.credentials']);
    assert.equal((await window.signIn()).state, 'rejected');
    assert.deepEqual(codes(await open().search()), ['rejected.credentials']);
    assert.equal((await open().signIn()).state, 'rejected');
    assert.deepEqual([basics(), tracker.requests.length], [1, 1]);
  },
  {},
  wrong,
);

fault(
  '27: entered anew, the credentials are sent again, once',
  async ({ window, vault, site, basics }) => {
    await window.search();
    vault.enter(site, right);
    assert.equal((await window.signIn()).state, 'signedIn');
    assert.deepEqual(await both(window), []);
    assert.equal(basics(), 2);
  },
  {},
  wrong,
);

fault(
  '27: a wrong password that is answered as anonymous is refused too',
  async ({ window, basics }) => {
    assert.deepEqual(await both(window), ['rejected.credentials', 'rejected.credentials']);
    assert.equal(basics(), 1);
  },
  { failedLogin: 'anonymous' },
  wrong,
);

for (const challengeReason of ['AUTHENTICATED_FAILED', 'AUTHENTICATION_DENIED'] as const) {
  fault(
    `28: a challenge (${challengeReason}) is explained, its login page offered, its cookie ignored`,
    async ({ window, tracker, basics, vault }) => {
      tracker.account('ada').locked = true;
      const state = await window.signIn();
      assert.deepEqual([state.state, state.loginUrl], ['challenge', `${tracker.url}/login.jsp`]);
      assert.deepEqual(await both(window), ['rejected.challenge', 'rejected.challenge']);
      assert.deepEqual([basics(), tracker.requests.length], [1, 1]);
      assert.ok(![...vault.kept.keys()].some(key => key.startsWith('cookie')));
    },
    { challengeReason },
  );
}

fault('29: a plain 403 is no reason to end the session', async ({ window, tracker, basics }) => {
  await window.search();
  tracker.fail({ kind: 'forbidden' });
  assert.deepEqual(codes(await window.search()), ['http403For']);
  assert.equal(basics(), 1);
  assert.equal(await window.state(), 'signedIn');
});

fault('30: 200 as anonymous with a session is expired, not empty', async ({ window, tracker, basics }) => {
  await window.signIn();
  await window.search();
  tracker.endSessions();
  const { rows, notices } = await window.search();
  assert.deepEqual([rows, notices, basics()], [5, [], 2]);
});

fault(
  'a login that is not answered is not tried again, but for a click',
  async ({ window, open, tracker, basics }) => {
    tracker.fail({ kind: 'drop' });
    assert.deepEqual(await both(window), ['unknown', 'unknown']);
    assert.deepEqual(codes(await open().search()), ['unknown']);
    assert.equal(basics(), 1);
    assert.equal((await open().signIn()).state, 'signedIn');
    assert.equal(basics(), 2);
  },
);

fault('a login answered with 503 is neither yes nor no', async ({ window, tracker, basics }) => {
  tracker.fail({ kind: 'unavailable' });
  assert.deepEqual(await both(window), ['unknown.answered', 'unknown']);
  assert.equal(basics(), 1);
});

fault(
  '45: a session that dies between pages is renewed once, and the run goes on',
  async ({ window, basics }) => {
    await window.signIn();
    const { rows, notices, status } = await window.search(84);
    assert.deepEqual([rows, notices, status], [84, [], 'complete']);
    assert.equal(basics(), 2);
  },
  { maxResults: 10, sessionRequests: 5 },
);

fault(
  '46: a cookie that is rotated is followed, in all windows',
  async ({ window, open, basics }) => {
    const other = open();
    for (let turn = 0; turn < 4; turn++) {
      assert.deepEqual([...codes(await window.search()), ...codes(await other.search())], []);
    }
    assert.equal(basics(), 1);
  },
  { rotateAfter: 1 },
);

fault(
  '47: twenty runs in two windows without a session are exactly one login',
  async ({ window, open, basics }) => {
    const other = open();
    const reports = await Promise.all(
      Array.from({ length: 20 }, (_, run) => (run % 2 ? window : other).search()),
    );
    assert.deepEqual(reports.flatMap(codes), []);
    assert.equal(basics(), 1);
  },
);

fault(
  '48: other credentials stop what runs with the old ones',
  async ({ window, tracker, vault, site, basics }) => {
    await window.search();
    tracker.fail({ kind: 'delay', milliseconds: 2000 });
    const before = tracker.requests.length;
    const running = window.search();
    while (tracker.requests.length === before) await tick();
    vault.enter(site, { user: 'bruno', password: 'lock gate three' });
    secrets.add('lock gate three');
    assert.equal((await window.signIn()).account, 'bruno');
    assert.deepEqual(codes(await running), ['changed']);
    assert.deepEqual(codes(await window.search()), []);
    assert.deepEqual([basics(), tracker.requests.at(-1)?.account], [2, 'bruno']);
  },
);

fault(
  '49: a run that is cancelled leaves the login that it began to the others',
  async ({ window, open, tracker, basics }) => {
    tracker.fail({ kind: 'delay', milliseconds: 300 });
    const stop = new AbortController();
    const first = window.search(5, stop.signal);
    const second = open().search();
    while (basics() === 0) await tick();
    stop.abort();
    assert.deepEqual([codes(await first), codes(await second)], [['cancelled'], []]);
    assert.equal(basics(), 1);
  },
);

for (const operation of ['get', 'set', 'delete'] as const) {
  fault(
    `52: a vault that fails to ${operation} is explained, and nothing is written elsewhere`,
    async ({ window, vault, tracker, basics }) => {
      vault.fails.add(operation);
      const found = await both(window);
      assert.deepEqual(found, operation === 'get' ? ['vault', 'vault'] : []);
      assert.equal(basics(), operation === 'get' ? 0 : 1);
      if (operation === 'delete') {
        tracker.endSessions();
        assert.deepEqual(codes(await window.search()), ['vault']);
      }
    },
  );
}

fault(
  '52: a vault that does not save the session costs no password in other windows and later ones',
  async ({ window, open, vault, basics }) => {
    vault.fails.add('set');
    assert.equal((await window.signIn()).state, 'signedIn');
    for (let turn = 0; turn < 3; turn++) assert.deepEqual(codes(await open().search()), ['unsaved']);
    assert.deepEqual(await both(window), []);
    assert.deepEqual(codes(await open().search()), ['unsaved']);
    assert.equal(basics(), 1);
    vault.fails.clear();
    assert.equal((await open().signIn()).state, 'signedIn');
    assert.deepEqual([...codes(await open().search()), basics()], [2]);
  },
);

fault('the session outlives the window', async ({ window, open, basics }) => {
  await window.search();
  await window.backend.dispose();
  assert.deepEqual(codes(await open().search()), []);
  assert.equal(basics(), 1);
});

fault(
  'signing out ends the session at the tracker, and forgets the credentials',
  async ({ window, tracker, vault, basics }) => {
    await window.search();
    assert.equal((await window.signOut()).state, 'anonymous');
    assert.deepEqual(tracker.requests.findLast(({ method }) => method === 'DELETE')?.status, 204);
    assert.deepEqual([...vault.kept], []);
    await window.search();
    assert.deepEqual([basics(), tracker.requests.at(-1)?.sent], [1, []]);
  },
);

fault('nothing in the background logs in', async ({ window, tracker, basics, cookies, site }) => {
  await window.backend.describe(site, new AbortController().signal);
  assert.ok(tracker.requests.length > 0);
  assert.deepEqual([basics(), cookies()], [0, 0]);
});

fault(
  'a session whose cookie never works is not renewed over and over',
  async ({ window, tracker, basics }) => {
    tracker.fail({ kind: 'reply', status: 401 }, { skip: 1, times: 100 });
    assert.deepEqual(await both(window), ['useless', 'useless']);
    assert.equal(basics(), 1);
  },
);

fault(
  'a tracker with Basic switched off',
  async ({ window, basics }) => {
    assert.deepEqual(await both(window), ['unknown.answered', 'unknown']);
    assert.equal(basics(), 1);
  },
  { basic: false },
);

fault(
  'a personal access token is sent as Bearer, without a session',
  async ({ window, vault, site, tracker, basics }) => {
    vault.enter(site, { token: 'PAT-ada-0b6f2c8e41d7' });
    secrets.add('PAT-ada-0b6f2c8e41d7');
    assert.equal((await window.signIn()).state, 'signedIn');
    assert.deepEqual(await both(window), []);
    assert.deepEqual([basics(), tracker.requests.at(-1)?.account], [0, 'ada']);
  },
);

fault('a refused token is not sent again', async ({ window, open, vault, site, tracker }) => {
  vault.enter(site, { token: 'PAT-canary-1' });
  secrets.add('PAT-canary-1');
  assert.deepEqual(
    [...(await both(window)), ...codes(await open().search())],
    Array(3).fill('rejected.token'),
  );
  assert.equal(tracker.requests.length, 1);
});

fault('a revoked token is found out once', async ({ window, vault, site, tracker }) => {
  vault.enter(site, { token: 'PAT-ada-0b6f2c8e41d7' });
  await window.search();
  tracker.account('ada').token = 'another';
  const before = tracker.requests.length;
  assert.deepEqual(await both(window), ['rejected.token', 'rejected.token']);
  assert.equal(tracker.requests.length, before + 1);
});

fault(
  "an account's API token of the cloud goes by Basic, verified once",
  async ({ window, vault, site, basics }) => {
    vault.enter(site, { user: 'ada', token: 'PAT-ada-0b6f2c8e41d7' });
    assert.deepEqual(await both(window), []);
    assert.ok(basics() >= 3);
  },
  { flavour: 'cloud' },
);

fault(
  'without credentials everything is anonymous',
  async ({ window, tracker }) => {
    await window.search();
    assert.deepEqual(
      tracker.requests.flatMap(({ sent }) => sent),
      [],
    );
  },
  {},
  { user: '', password: '' },
);

fault('signing in with a session that holds sends no password', async ({ window, basics }) => {
  await window.search();
  assert.equal((await window.signIn()).state, 'signedIn');
  assert.equal(basics(), 1);
});

fault('an account typed in other letters is the same one', async ({ window, vault, site }) => {
  vault.enter(site, { user: 'ADA', password: right.password });
  assert.deepEqual(await both(window), []);
});

fault(
  'an account by its mail address is another one than the tracker says',
  async ({ window, vault, site, tracker, basics }) => {
    vault.enter(site, { user: tracker.account('ada').person.email, password: right.password });
    assert.deepEqual(await both(window), ['rejected.otherAccount', 'rejected.otherAccount']);
    assert.equal(basics(), 1);
  },
);

fault(
  'below a context path',
  async ({ window, basics }) => {
    assert.deepEqual(await both(window), []);
    assert.equal(basics(), 1);
  },
  { contextPath: '/jira' },
);

/** Answers of a server that no tracker of the sandbox would give. */
function answered(
  name: string,
  behaviours: readonly Behaviour[],
  expected: readonly string[],
  requests: number,
  url = (origin: string) => origin,
): void {
  test(name, async () => {
    const server = await startBadServer(behaviours);
    const site: Site = { name: 'work', kind: 'tracker', url: url(server.origin) };
    const vault = new TestVault();
    vault.enter(site, wrong);
    await using window = new Window(site, vault, newFolder());
    try {
      assert.deepEqual(await both(window), expected);
      assert.equal(server.requests.length, requests);
    } finally {
      everything.push(...window.said);
      await server.stop();
    }
  });
}

const cookie = { 'set-cookie': 'JSESSIONID=1; Path=/; Secure; HttpOnly' };
const denied = (page: string): Readonly<Record<string, string>> => ({
  ...cookie,
  'x-authentication-denied-reason': `CAPTCHA_CHALLENGE; login-url=${page}`,
});

answered(
  'a success without a session cookie is a rejection',
  [reply(200, {}, '{}')],
  ['rejected.noSession', 'rejected.noSession'],
  1,
);
answered(
  'a failed login reason at status 200 counts',
  [reply(200, { ...cookie, 'x-vendor-loginreason': 'AUTHENTICATED_FAILED' }, '{}')],
  ['rejected.credentials', 'rejected.credentials'],
  1,
);
answered(
  'a challenge at status 200 counts',
  [reply(200, denied('/login.jsp'), '{}')],
  ['rejected.challenge', 'rejected.challenge'],
  1,
);
answered(
  'a challenge at status 500 counts',
  [reply(500, denied('https://evil.example/'), '')],
  ['rejected.challenge', 'rejected.challenge'],
  1,
);
answered(
  '200 as anonymous is not a login',
  [reply(200, { ...cookie, 'x-ausername': 'anonymous' }, '{}')],
  ['rejected.anonymous', 'rejected.anonymous'],
  1,
);
answered(
  'a login is not redirected',
  [reply(302, { location: '/login.jsp' }, '')],
  ['unknown.answered', 'unknown'],
  1,
);
answered(
  'a login is not redirected to another origin',
  [reply(302, { location: 'https://evil.example/' }, '')],
  ['unknown.answered', 'unknown'],
  1,
);
answered(
  'a name that is not ASCII is decoded',
  [reply(200, { ...cookie, 'x-ausername': 'zo%C3%AB' }, '{}')],
  ['rejected.otherAccount', 'rejected.otherAccount'],
  1,
);
answered(
  'plain http to another machine carries nothing',
  [reply(200, {}, '{}')],
  ['insecure', 'insecure'],
  0,
  () => 'http://tracker.example',
);
answered('a refused connection is not an attempt', [], ['refused', 'refused'], 0, () => 'http://127.0.0.1:9');

const accepted = reply(200, cookie, '{}');
const found = json({ startAt: 0, maxResults: 50, total: 0, issues: [] });

const toLogin = reply(302, { location: '/login.jsp?os_destination=x' }, '');
answered(
  '24: redirects to the page for logging in, the probe as well, are a session that is over',
  [accepted, found, toLogin, toLogin],
  ['expiredAgain'],
  4,
);
answered(
  '24: a redirect to the page for logging in, but not of the probe, is the resource',
  [accepted, found, toLogin, found],
  ['refusedHere'],
  4,
);
for (const [status, headers] of [
  [503, {}],
  [404, {}],
  [302, { location: 'https://sso.example/login' }],
  [200, { 'content-type': 'text/html' }],
] as const) {
  answered(
    `24: a probe that is answered with ${status} ends nothing`,
    [accepted, found, toLogin, reply(status, headers, '{}')],
    ['unverified'],
    4,
  );
}
answered(
  '25: a redirect of a session to another origin stops',
  [accepted, reply(302, { location: 'https://evil.example/login.jsp' }, ''), found],
  ['redirect'],
  3,
);
answered(
  '26: the cookie of a request without Basic is not adopted when it was denied',
  [accepted, reply(403, denied('/login.jsp'), '')],
  ['rejected.challenge', 'rejected.challenge'],
  2,
);
const challenge = { 'www-authenticate': 'Basic realm="wiki", Negotiate' };
answered(
  'a password that is answered with 403 and a challenge is not sent again without a click',
  [reply(403, challenge, '')],
  ['unknown.answered', 'unknown'],
  1,
);
answered(
  'a session that is answered with 403 and a challenge is not a reason to send the password again',
  [accepted, reply(403, challenge, '')],
  ['http403', 'http403'],
  3,
);

test('a click while a login is under way is not a second one, also when it is never answered', async () => {
  const server = await startBadServer([silence]);
  const site: Site = { name: 'work', kind: 'tracker', url: server.origin };
  const vault = new TestVault();
  const storage = newFolder();
  vault.enter(site, right);
  await using one = new Window(site, vault, storage);
  await using other = new Window(site, vault, storage);
  try {
    const first = one.signIn();
    while (server.requests.length === 0) await tick();
    const states = await Promise.all([first, other.signIn()]);
    assert.deepEqual(
      states.map(({ state }) => state),
      ['unknown', 'unknown'],
    );
    assert.equal(server.requests.length, 1);
  } finally {
    everything.push(...one.said, ...other.said);
    await server.stop();
  }
});

after(() =>
  assertNoSecret(
    everything,
    [...secrets].filter(secret => secret.length > 3),
  ),
);
