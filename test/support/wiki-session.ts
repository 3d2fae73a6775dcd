import assert from 'node:assert/strict';
import { accounts } from './mediawiki.ts';

interface Message {
  readonly code: string;
  readonly module?: string;
}

export interface WikiAnswer {
  readonly errors?: readonly Message[];
  readonly warnings?: readonly Message[];
}

interface PageInfo {
  readonly pageid: number;
  readonly lastrevid: number;
}

/** A test's own connection to a wiki, signed in or not, with cookies only. */
export class WikiSession {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  static async asAdministrator(url: string): Promise<WikiSession> {
    const session = new WikiSession(url);
    const { name, password } = accounts.administrator;
    const { query } = await session.ask<{ query: { tokens: { logintoken: string } } }>({
      action: 'query',
      meta: 'tokens',
      type: 'login',
    });
    const { clientlogin } = await session.ask<{ clientlogin: { status: string } }>({
      action: 'clientlogin',
      username: name,
      password,
      logintoken: query.tokens.logintoken,
      loginreturnurl: url,
    });
    assert.equal(clientlogin.status, 'PASS');
    return session;
  }

  /** Posts a request. The type of the response is not checked. */
  async ask<T>(parameters: Readonly<Record<string, string>> | URLSearchParams): Promise<T> {
    const body = new URLSearchParams(parameters);
    const fixed = { format: 'json', formatversion: '2', errorformat: 'plaintext' };
    for (const [name, value] of Object.entries(fixed)) if (!body.has(name)) body.set(name, value);
    const cookie = [...this.#cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(this.#url, { method: 'POST', body, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return JSON.parse(await response.text());
  }

  /** Runs a query; `action` is supplied. */
  async query(parameters: URLSearchParams): Promise<WikiAnswer> {
    return this.ask<WikiAnswer>(new URLSearchParams([['action', 'query'], ...parameters]));
  }

  /** The ids of a page. */
  async page(title: string): Promise<PageInfo> {
    const { query } = await this.ask<{ query: { pages: readonly PageInfo[] } }>({
      action: 'query',
      prop: 'info',
      titles: title,
    });
    return query.pages[0] ?? assert.fail(`no page ${title}`);
  }
}
