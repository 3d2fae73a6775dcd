import { CookieJar } from 'tough-cookie';

const options = { ignoreError: true } as const;

/** The cookies of one session. A `Secure` cookie is kept and sent within this machine also by http. */
export class SessionCookieJar {
  readonly #jar: CookieJar;

  constructor(jar: CookieJar = new CookieJar()) {
    this.#jar = jar;
  }

  /** `undefined` = the text is not what `toString` made. */
  static parse(text: string): SessionCookieJar | undefined {
    try {
      const jar = CookieJar.deserializeSync(text);
      return new SessionCookieJar(jar);
    } catch {
      return undefined;
    }
  }

  /** Takes over the cookies that an answer sets, the latest of a name; broken ones are ignored. */
  adopt(setCookie: readonly string[], url: string): void {
    for (const line of setCookie) this.#jar.setCookieSync(line, url, options);
  }

  /** The Cookie header for an address; empty = none. */
  header(url: string): string {
    return this.#jar.getCookieStringSync(url);
  }

  /** The cookies that would be sent to an address, by name; an empty one is none. */
  values(url: string): ReadonlyMap<string, string> {
    const cookies = this.#jar.getCookiesSync(url).filter(({ value }) => value !== '');
    return new Map(cookies.map(({ key, value }) => [key, value]));
  }

  /** For the vault. */
  toString(): string {
    return JSON.stringify(this.#jar.serializeSync());
  }
}
