/** Several sites at one origin, as at Atlassian's gateway: the token of one is for its path, and for nothing else. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Site } from '#shared/protocol/sites.ts';
import { codes, never, newFolder, TestVault, Window } from './window.ts';

const issues = { startAt: 0, maxResults: 50, total: 1, issues: [{ id: '1', key: 'A-1', fields: {} }] };
const tokens = { first: 'token-canary-first', second: 'token-canary-second', anew: 'token-canary-anew' };

/** A request as the gateway received it. */
interface Received {
  readonly path: string;
  /** The token in it; empty = none. */
  readonly token: string;
}

/** A gateway at one origin, with sites below `/ex/jira/`. */
class Gateway {
  readonly received: Received[] = [];
  /** Tokens that no site takes any more. */
  readonly revoked = new Set<string>();
  /** Its answer to a token that it does not take. */
  refusal: object = {};
  /** Where requests of the first site are sent to; `undefined` = they are answered. */
  redirect: string | undefined;
  readonly #server = createServer((message, response) => {
    const { url: path = '', headers } = message;
    const [, encoded = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
    const token = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
    this.received.push({ path, token });
    if (this.redirect !== undefined && path.startsWith('/ex/jira/1a2b/')) {
      response.writeHead(302, { location: this.redirect }).end();
      return;
    }
    const isKnown = token !== '' && !this.revoked.has(token);
    const headersOut = { 'content-type': 'application/json', 'x-ausername': isKnown ? 'ada' : 'anonymous' };
    response.writeHead(isKnown ? 200 : 401, headersOut).end(JSON.stringify(isKnown ? issues : this.refusal));
  });

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    assert.ok(address !== null && typeof address === 'object');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** The paths, up to the name of the site, that received a token. */
  sitesOf(token: string): string[] {
    const paths = this.received.filter(request => request.token === token).map(({ path }) => path);
    return [...new Set(paths.map(path => /^\/ex\/jira\/[^/]+|^/.exec(path)![0]))];
  }
}

describe('two sites of one gateway', () => {
  let gateway: Gateway;
  let sites: { readonly first: Site; readonly second: Site };
  let vault: TestVault;
  let windows: { readonly first: Window; readonly second: Window };
  before(async () => {
    gateway = new Gateway();
    const origin = await gateway.start();
    sites = {
      first: { name: 'first', kind: 'tracker', url: `${origin}/ex/jira/1a2b` },
      second: { name: 'second', kind: 'tracker', url: `${origin}/ex/jira/1a2b-3c` },
    };
  });
  after(() => gateway.stop());
  beforeEach(() => {
    gateway.received.length = 0;
    gateway.revoked.clear();
    gateway.refusal = {};
    gateway.redirect = undefined;
    vault = new TestVault();
    const storage = newFolder();
    windows = {
      first: new Window(sites.first, vault, storage),
      second: new Window(sites.second, vault, storage),
    };
  });

  afterEach(() => Promise.all(Object.values(windows).map(({ backend }) => backend.dispose())));

  const enter = (name: keyof typeof sites, token: string): void =>
    vault.enter(sites[name], { user: 'ada@example.org', token });
  const search = async (name: keyof typeof sites): Promise<readonly string[]> =>
    codes(await windows[name].search(1));

  it('have a token each, which only its own path receives', async () => {
    enter('first', tokens.first);
    enter('second', tokens.second);
    assert.deepEqual([await search('first'), await search('second')], [[], []]);
    assert.deepEqual(gateway.sitesOf(tokens.first), ['/ex/jira/1a2b']);
    assert.deepEqual(gateway.sitesOf(tokens.second), ['/ex/jira/1a2b-3c']);
  });

  it('do not know the token of each other', async () => {
    enter('first', tokens.first);
    assert.deepEqual(await search('first'), []);
    assert.notDeepEqual(await search('second'), []);
    assert.deepEqual(gateway.sitesOf(tokens.first), ['/ex/jira/1a2b']);
  });

  it('are refused one by one, each for good', async () => {
    enter('first', tokens.first);
    enter('second', tokens.second);
    assert.deepEqual([await search('first'), await search('second')], [[], []]);
    gateway.revoked.add(tokens.first);
    assert.deepEqual(await search('first'), ['rejected.token']);
    const sent = gateway.received.length;
    assert.deepEqual(await search('first'), ['rejected.token']);
    assert.equal(gateway.received.length, sent);
    assert.deepEqual(await search('second'), []);
    enter('first', tokens.anew);
    assert.deepEqual(await search('first'), []);
  });

  it('say that a token lacks a scope, at the sign-in and later', async () => {
    gateway.refusal = { code: 401, message: 'Unauthorized; scope does not match' };
    gateway.revoked.add(tokens.second);
    enter('second', tokens.second);
    assert.deepEqual(await search('second'), ['rejected.scope']);
    enter('first', tokens.first);
    assert.deepEqual(await search('first'), []);
    gateway.revoked.add(tokens.first);
    assert.deepEqual(await search('first'), ['rejected.scope']);
    const sent = gateway.received.length;
    assert.deepEqual(await search('first'), ['rejected.scope']);
    assert.equal(gateway.received.length, sent);
  });

  it('are signed out one by one', async () => {
    enter('first', tokens.first);
    enter('second', tokens.second);
    assert.deepEqual([await search('first'), await search('second')], [[], []]);
    await windows.first.signOut();
    assert.equal((await windows.first.backend.sessionState(sites.first)).state, 'anonymous');
    assert.deepEqual(await search('second'), []);
  });

  it('get no token by a redirect, and none for a page beside their own', async () => {
    enter('first', tokens.first);
    assert.deepEqual(await search('first'), []);
    for (const target of ['/ex/jira/1a2b-3c/rest/api/2/search', '/rest/api/2/search', '/ex/jira/1a2b/../x']) {
      gateway.redirect = target;
      assert.notDeepEqual(await search('first'), [], target);
    }
    const { notices } = await windows.first.backend.issue(
      { site: sites.first, reference: `${sites.second.url}/browse/A-1` },
      never,
    );
    assert.notDeepEqual(notices, []);
    assert.deepEqual(gateway.sitesOf(tokens.first), ['/ex/jira/1a2b']);
  });
});
