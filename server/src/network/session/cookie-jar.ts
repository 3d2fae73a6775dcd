/** The cookies of a session, within bounds. */
import { Cookie, CookieJar } from 'tough-cookie';
import { array, check, looseObject, maxLength, parseJson, pipe, safeParse, string } from 'valibot';

const options = { ignoreError: true } as const;

/** Maximum of cookies in a session, and of characters in their names and values. */
const maximum = { cookies: 50, characters: 8192 };
/** Maximum characters of a stored jar, including attributes. */
const maxJarLength = 64 * 1024;

/** Characters that a header can contain. */
const sendable = /^[\x20-\x7e\x80-\xff]*$/;

const stored = pipe(
  string(),
  maxLength(maxJarLength),
  parseJson(),
  looseObject({
    cookies: pipe(
      array(looseObject({ key: string(), value: string() })),
      check(cookies => isWithinBounds(cookies)),
    ),
  }),
);

interface Pair {
  readonly key: string;
  readonly value: string;
}

function isWithinBounds(cookies: readonly Pair[]): boolean {
  const characters = cookies.reduce(
    (sum, { key, value }) => sum + key.length + value.length + '=; '.length,
    0,
  );
  return cookies.length <= maximum.cookies && characters <= maximum.characters;
}

/** The cookies of one session. On loopback addresses, a `Secure` cookie is also kept and sent by http. */
export class SessionCookieJar {
  #jar: CookieJar;

  constructor(jar: CookieJar = new CookieJar()) {
    this.#jar = jar;
  }

  /** `undefined` = the text is not a valid result of `toString`. */
  static parse(text: string): SessionCookieJar | undefined {
    if (!safeParse(stored, text).success) return undefined;
    try {
      return new SessionCookieJar(CookieJar.deserializeSync(text));
    } catch {
      return undefined;
    }
  }

  /**
   * Adds the cookies that a response sets; the last of a name wins. Invalid cookies, those that a header cannot contain,
   * and those above the maximum are ignored: a site must not fill the vault or the headers.
   */
  adopt(setCookie: readonly string[], url: string): void {
    for (const line of setCookie) {
      const cookie = line.length > maximum.characters ? undefined : Cookie.parse(line);
      if (!cookie || !sendable.test(cookie.cookieString())) continue;
      const before = this.#jar.cloneSync();
      this.#jar.setCookieSync(cookie, url, options);
      if (before && !this.#isWithinBounds()) this.#jar = before;
    }
  }

  /** The Cookie header for a URL; empty = none. */
  header(url: string): string {
    return this.#jar.getCookieStringSync(url);
  }

  /** The cookies that would be sent to a URL, by name, without empty ones. */
  values(url: string): ReadonlyMap<string, string> {
    const cookies = this.#jar.getCookiesSync(url).filter(({ value }) => value !== '');
    return new Map(cookies.map(({ key, value }) => [key, value]));
  }

  /** The text to store. */
  toString(): string {
    return JSON.stringify(this.#jar.serializeSync());
  }

  #isWithinBounds(): boolean {
    const cookies = this.#jar.serializeSync()?.cookies ?? [];
    const pairs = cookies.map(({ key, value }) => ({ key: key ?? '', value: value ?? '' }));
    return isWithinBounds(pairs) && this.toString().length <= maxJarLength;
  }
}
