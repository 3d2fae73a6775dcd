/** Tokens that are revoked while many requests use them: what is sent after the first refusal arrived. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { until } from '../support/until.ts';
import { codes, newFolder, never, TestVault, Window } from './window.ts';

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
};

const issues = { startAt: 0, maxResults: 50, total: 1, issues: [{ id: '1', key: 'A-1', fields: {} }] };
const pages = { query: { userinfo: { id: 1, name: 'Ada' }, allpages: [{ pageid: 1, ns: 0, title: 'A' }] } };
const refusals: Readonly<Record<string, Answer>> = {
  'a 401': { status: 401, headers: {}, body: {} },
  'a 401 with a failed login': {
    status: 401,
    headers: { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' },
    body: {},
  },
  'a challenge': {
    status: 403,
    headers: { 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=/login.jsp' },
    body: {},
  },
  'an error of OAuth': {
    status: 200,
    headers: { 'mediawiki-api-error': 'mwoauth-invalid-authorization' },
    body: {
      errors: [{ code: 'mwoauth-invalid-authorization', text: 'The token is invalid', module: 'main' }],
    },
  },
};

/** A site that takes any token until it is revoked, and answers each request after a while. */
class TokenSite {
  readonly site: Site;
  /** Requests with a token that arrived. */
  tokens = 0;
  refusal: Answer | undefined;
  /** Addresses that refuse the token from now on. */
  closed = /^/;
  pause = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(kind: SiteKind, server: ReturnType<typeof createServer>, port: number) {
    const origin = `http://127.0.0.1:${port}`;
    this.site = { name: 'tokens', kind, url: kind === 'wiki' ? `${origin}/api.php` : origin };
    this.#server = server;
  }

  static async start(kind: SiteKind): Promise<TokenSite> {
    let site: TokenSite | undefined;
    const server = createServer((message, response) => void site?.answer(message, response));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    site = new TokenSite(kind, server, address.port);
    return site;
  }

  async answer({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isKnown = headers.authorization !== undefined;
    if (isKnown) this.tokens++;
    const refusal = isKnown && this.closed.test(url) ? this.refusal : undefined;
    if (this.pause > 0) await wait(this.pause, undefined, { ref: false });
    const {
      status,
      headers: extra,
      body,
    } = refusal ?? {
      status: 200,
      headers: this.site.kind === 'tracker' ? { 'x-ausername': isKnown ? 'ada' : 'anonymous' } : {},
      body: this.site.kind === 'tracker' ? issues : pages,
    };
    response.writeHead(status, { 'content-type': 'application/json', ...extra });
    response.end(JSON.stringify(body));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}

interface Fixture {
  readonly site: TokenSite;
  readonly window: Window;
  readonly open: () => Window;
}

type Token = Omit<StoredCredentials, 'version'>;

async function against(
  kind: SiteKind,
  token: Token,
  work: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const site = await TokenSite.start(kind);
  const vault = new TestVault();
  const storage = newFolder();
  const windows: Window[] = [];
  const open = (): Window => {
    const window = new Window(site.site, vault, storage);
    windows.push(window);
    return window;
  };
  vault.enter(site.site, token);
  try {
    await work({ site, window: open(), open });
  } finally {
    await Promise.all(windows.map(({ backend }) => backend.dispose()));
    await site.stop();
  }
}

const run = async (window: Window): Promise<readonly string[]> =>
  codes(
    window.site.kind === 'tracker'
      ? await window.search(1)
      : (await window.query({ list: 'allpages' })).outcome,
  );

const bearer = { token: 'token-canary-1' };
const apiToken = { user: 'ada@example.org', token: 'token-canary-2' };
const runs = 30;
const trackerRefusals = ['a 401', 'a 401 with a failed login', 'a challenge'];
const cases = [
  ...trackerRefusals.map(refusal => ['tracker', 'Bearer', bearer, refusal] as const),
  ...trackerRefusals.map(refusal => ['tracker', 'Basic', apiToken, refusal] as const),
  ['wiki', 'OAuth', bearer, 'a 401'],
  ['wiki', 'OAuth', bearer, 'an error of OAuth'],
] as const;

for (const [kind, name, token, refusal] of cases) {
  test(`${kind}, ${name}: ${runs} runs while the token is revoked by ${refusal}`, t =>
    against(kind, token, async ({ site, window }) => {
      assert.deepEqual(await run(window), []);
      site.pause = 20;
      site.refusal = refusals[refusal];
      const before = site.tokens;
      const running = Array.from({ length: runs }, () => run(window));
      const code = refusal === 'a challenge' ? 'rejected.challenge' : 'rejected.token';
      const first = await Promise.race(running);
      const arrived = site.tokens;
      assert.deepEqual(
        (await Promise.all(running)).map(String),
        running.map(() => code),
      );
      assert.deepEqual(await run(window), [code]);
      t.diagnostic(
        `token requests at the first refusal: ${arrived - before}, after it: ${site.tokens - arrived}`,
      );
      assert.deepEqual([first, site.tokens - arrived], [[code], 0]);
      assert.ok(arrived - before < runs, 'some were waiting for a connection');
    }));
}

test('a refusal in one window ends what waits for a connection in another', () =>
  against('tracker', bearer, async ({ site, window, open }) => {
    const other = open();
    assert.deepEqual([...(await run(window)), ...(await run(other))], []);
    site.closed = /startAt=0&maxResults=1\b/;
    site.pause = 300;
    const waiting = Array.from({ length: runs }, () => run(other));
    await until('the first requests', async () => site.tokens >= 6);
    site.pause = 0;
    site.refusal = refusals['a 401'];
    assert.deepEqual(await run(window), ['rejected.token']);
    const arrived = site.tokens;
    const outcomes = (await Promise.all(waiting)).flat();
    assert.equal(site.tokens, arrived);
    assert.ok(outcomes.includes('rejected.token'));
  }));

for (const [kind, closed] of [
  ['tracker', /suggestions|autocompletedata/],
  ['wiki', /paraminfo/],
] as const) {
  test(`${kind}: a resource in the background that refuses a token does not end it`, () =>
    against(kind, bearer, async ({ site, window }) => {
      assert.deepEqual(await run(window), []);
      site.refusal = refusals['a 401'];
      site.closed = closed;
      await window.backend.describe(window.site, never);
      const before = site.tokens;
      await window.backend.describe(window.site, never);
      await window.backend.suggest(window.site, { field: 'status', typed: '' }, never);
      assert.equal(site.tokens, before, 'left alone until a run used it');
      assert.deepEqual(await run(window), []);
    }));
}

test('a token that a resource in the background calls a failed login is not sent again', () =>
  against('tracker', apiToken, async ({ site, window }) => {
    assert.deepEqual(await run(window), []);
    site.refusal = refusals['a 401 with a failed login'];
    await window.backend.describe(window.site, never);
    const before = site.tokens;
    assert.deepEqual([await run(window), site.tokens], [['rejected.token'], before]);
  }));
