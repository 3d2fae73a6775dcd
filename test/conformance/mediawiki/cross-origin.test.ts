/** The sandbox lets pages of other origins ask as a real MediaWiki does: with `origin=*`, and never with an account. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { type SandboxWiki, sandboxAccounts, startSandboxWiki } from '../../sandbox/wiki.ts';
import { accounts, type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { WikiSession } from '../../support/wiki-session.ts';

let sandbox: SandboxWiki;
let real: MediaWiki;
before(async () => {
  [sandbox, real] = await Promise.all([startSandboxWiki(), startMediaWiki()]);
});
after(() => Promise.all([sandbox.stop(), real.stop()]));

const page = 'https://page.example.org';

interface Sent {
  readonly method?: string;
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers that decide what a browser lets a page read. */
const decides = /^(?:access-control-|timing-allow-|mediawiki-(?:cors|login))/;

/** The headers that a browser goes by. Not `fetch`, which keeps some headers of requests to itself. */
const answered = (url: string, { method = 'GET', query, headers = {} }: Sent): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request(`${url}?action=query&format=json&meta=siteinfo&${query}`, { method, headers }, response => {
      response.resume();
      response.on('end', () =>
        resolve([
          response.statusCode,
          Object.fromEntries(Object.entries(response.headers).filter(([name]) => decides.test(name))),
          /\borigin\b/i.test(response.headers.vary ?? ''),
        ]),
      );
    })
      .on('error', reject)
      .end();
  });

const preflight = (headers?: string): Sent => ({
  method: 'OPTIONS',
  query: 'origin=*',
  headers: {
    origin: page,
    'access-control-request-method': 'POST',
    ...(headers !== undefined && { 'access-control-request-headers': headers }),
  },
});

const requests: Readonly<Record<string, Sent>> = {
  'a request without an origin': { query: '' },
  'a request of a page that does not say so': { query: '', headers: { origin: page } },
  'a request of any origin': { query: 'origin=*', headers: { origin: page } },
  'a request of any origin without its header': { query: 'origin=*' },
  'a POST of any origin': { method: 'POST', query: 'origin=*', headers: { origin: page } },
  'a request of any origin that fails': { query: 'origin=*&list=search', headers: { origin: page } },
  'a request of one origin': { query: `origin=${page}`, headers: { origin: page } },
  'a request of another origin than its header says': {
    query: `origin=${page}`,
    headers: { origin: 'https://a.example' },
  },
  'a request of one origin without its header': { query: `origin=${page}` },
  'a question whether to post': preflight(),
  'a question whether to post with headers that are allowed': preflight('content-type, Api-User-Agent'),
  'a question whether to post with a header that is not': preflight('content-type,x-own'),
  'a question of one origin': { ...preflight(), query: `origin=${page}` },
};
for (const [name, sent] of Object.entries(requests))
  test(name, async () => assert.deepEqual(await answered(sandbox.url, sent), await answered(real.url, sent)));

/** The answers to an account that asks with `origin=*` although it is signed in. */
async function signedIn(url: string, username: string, password: string): Promise<unknown> {
  const session = new WikiSession(url);
  const askTokens = { action: 'query', meta: 'tokens|userinfo', type: 'login' };
  interface Tokens {
    readonly query: {
      readonly tokens?: { readonly logintoken: string };
      readonly userinfo: { readonly anon?: true };
    };
    readonly warnings?: readonly { readonly code: string }[];
  }
  const { query } = await session.ask<Tokens>(askTokens);
  const logintoken = query.tokens?.logintoken ?? '';
  const form = { action: 'clientlogin', username, password, logintoken, loginreturnurl: url };
  const { clientlogin } = await session.ask<{ clientlogin: { status: string } }>(form);
  assert.equal(clientlogin.status, 'PASS');
  const anonymous = await session.ask<Tokens>({ ...askTokens, origin: '*' });
  const { login } = await session.ask<{ login: { result: string } }>({
    action: 'login',
    lgname: username,
    lgpassword: password,
    origin: '*',
  });
  const again = await session.ask<Tokens>(askTokens);
  return {
    anonymous: anonymous.query.userinfo.anon,
    tokens: anonymous.query.tokens,
    warnings: anonymous.warnings?.map(({ code }) => code),
    login: login.result,
    again: again.query.userinfo.anon,
  };
}

test('with any origin an account counts as nobody, gets no tokens, cannot sign in, and stays signed in', async () => {
  const [{ user, password }] = sandboxAccounts;
  const { administrator } = accounts;
  const answer = await signedIn(sandbox.url, user, password);
  assert.deepEqual(answer, {
    anonymous: true,
    tokens: undefined,
    warnings: ['tokens-origin'],
    login: 'Aborted',
    again: undefined,
  });
  assert.deepEqual(answer, await signedIn(real.url, administrator.name, administrator.password));
});
