import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { type SandboxWiki, sandboxAccounts, startSandboxWiki } from '../wiki.ts';

interface Reply {
  readonly login?: { readonly result: string };
  readonly clientlogin?: { readonly status: string };
  readonly query?: {
    readonly tokens?: Readonly<Record<string, string>>;
    readonly userinfo?: { readonly name: string };
  };
  readonly errors?: readonly { readonly code: string }[];
}

/** A visitor with a cookie. */
class Visitor {
  #cookie = '';
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  get cookie(): string {
    return this.#cookie;
  }

  async get(query: string): Promise<Reply> {
    return this.#send(`${this.#url}?format=json&formatversion=2&errorformat=plaintext&${query}`, {});
  }

  async post(fields: Readonly<Record<string, string>>): Promise<Reply> {
    return this.#send(this.#url, {
      method: 'POST',
      body: new URLSearchParams({ format: 'json', formatversion: '2', errorformat: 'plaintext', ...fields }),
    });
  }

  async loginToken(): Promise<string> {
    return (await this.get('action=query&meta=tokens&type=login')).query?.tokens?.['logintoken'] ?? '';
  }

  async #send(url: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(url, { ...init, headers: { Cookie: this.#cookie } });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
    return JSON.parse(await response.text());
  }
}

const [ada] = sandboxAccounts;

describe('signing in', () => {
  const started: SandboxWiki[] = [];
  let wiki: SandboxWiki;
  let visitor: Visitor;
  beforeEach(async () => {
    wiki = await startSandboxWiki({ private: true });
    started.push(wiki);
    visitor = new Visitor(wiki.url);
  });
  after(() => Promise.all(started.map(one => one.stop())));

  const logIn = (lgpassword: string, lgtoken: string) =>
    visitor.post({ action: 'login', lgname: ada.bot, lgpassword, lgtoken });

  it('with a bot password opens a private wiki', async () => {
    assert.equal((await visitor.get('action=query&list=allpages')).errors?.[0]?.code, 'readapidenied');
    assert.equal((await logIn(ada.botPassword, await visitor.loginToken())).login?.result, 'Success');
    assert.equal((await visitor.get('action=query&meta=userinfo&assert=user')).query?.userinfo?.name, 'Ada');
  });
  it('needs a token', async () =>
    assert.equal((await logIn(ada.botPassword, '')).login?.result, 'NeedToken'));
  it('needs the right token', async () => {
    await visitor.loginToken();
    assert.equal((await logIn(ada.botPassword, 'wrong')).login?.result, 'WrongToken');
  });
  it('needs the right password', async () =>
    assert.equal((await logIn('wrong', await visitor.loginToken())).login?.result, 'Failed'));
  it('needs its session', async () => {
    const token = await visitor.loginToken();
    visitor = new Visitor(wiki.url);
    assert.equal((await logIn(ada.botPassword, token)).login?.result, 'Failed');
  });
  it('takes no password in an address', async () =>
    assert.equal(
      (await visitor.get('action=login&lgname=Ada&lgpassword=x')).errors?.[0]?.code,
      'mustbeposted',
    ));
  it('with a password of one’s own', async () => {
    const fields = {
      action: 'clientlogin',
      username: ada.user,
      password: ada.password,
      loginreturnurl: 'http://127.0.0.1/',
      logintoken: await visitor.loginToken(),
    };
    assert.equal((await visitor.post(fields)).clientlogin?.status, 'PASS');
  });
  it('does not take a bot password for a user’s own', async () => {
    const fields = {
      action: 'clientlogin',
      username: ada.bot,
      password: ada.botPassword,
      loginreturnurl: 'http://127.0.0.1/',
      logintoken: await visitor.loginToken(),
    };
    assert.equal((await visitor.post(fields)).clientlogin?.status, 'FAIL');
  });
  it('ends with the sessions', async () => {
    await logIn(ada.botPassword, await visitor.loginToken());
    wiki.endSessions();
    assert.equal(
      (await visitor.get('action=query&meta=userinfo&assert=user')).errors?.[0]?.code,
      'assertuserfailed',
    );
  });
  it('ends with signing out', async () => {
    await logIn(ada.botPassword, await visitor.loginToken());
    const token = (await visitor.get('action=query&meta=tokens')).query?.tokens?.['csrftoken'] ?? '';
    assert.deepEqual(await visitor.post({ action: 'logout', token }), {});
    assert.equal(
      (await visitor.get('action=query&meta=tokens&assert=user')).errors?.[0]?.code,
      'assertuserfailed',
    );
  });
  it('goes by passwords and ids that a test chose', async () => {
    const chosenWiki = await startSandboxWiki({ private: true, sessionId: () => 'chosen<1>' });
    started.push(chosenWiki);
    for (const account of chosenWiki.accounts) account.botPassword = 'changed';
    visitor = new Visitor(chosenWiki.url);
    assert.equal((await logIn('changed', await visitor.loginToken())).login?.result, 'Success');
    assert.match(visitor.cookie, /=chosen<1>$/u);
    visitor = new Visitor(wiki.url);
    assert.equal((await logIn(ada.botPassword, await visitor.loginToken())).login?.result, 'Success');
  });
});
