import { Cookie, CookieJar } from 'tough-cookie';
import { array, check, looseObject, maxLength, parseJson, pipe, safeParse, string } from 'valibot';

const options = { ignoreError: true } as const;

/** Cookies of a session, and characters of their names and values. */
const most = { cookies: 50, characters: 8192 };
/** Characters of a stored jar, attributes included. */
const longest = 64 * 1024;

/** What a header can hold. */
const sendable = /^[\x20-\x7e\x80-\xff]*$/;

const stored = pipe(
  string(),
  maxLength(longest),
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
  return cookies.length <= most.cookies && characters <= most.characters;
}

/** The cookies of one session. A `Secure` cookie is kept and sent within this machine also by http. */
export class SessionCookieJar {
  #jar: CookieJar;

  constructor(jar: CookieJar = new CookieJar()) {
    this.#jar = jar;
  }

  /** `undefined` = the text is not what `toString` made. */
  static parse(text: string): SessionCookieJar | undefined {
    if (!safeParse(stored, text).success) return undefined;
    try {
      return new SessionCookieJar(CookieJar.deserializeSync(text));
    } catch {
      return undefined;
    }
  }

  /**
   * Takes over the cookies that an answer sets, the latest of a name. Ignored are broken ones, those that no header can
   * hold, and those that are too many: a site must not fill the vault or the headers.
   */
  adopt(setCookie: readonly string[], url: string): void {
    for (const line of setCookie) {
      const cookie = line.length > most.characters ? undefined : Cookie.parse(line);
      if (!cookie || !sendable.test(cookie.cookieString())) continue;
      const before = this.#jar.cloneSync();
      this.#jar.setCookieSync(cookie, url, options);
      if (before && !this.#isWithinBounds()) this.#jar = before;
    }
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

  #isWithinBounds(): boolean {
    const cookies = this.#jar.serializeSync()?.cookies ?? [];
    const pairs = cookies.map(({ key, value }) => ({ key: key ?? '', value: value ?? '' }));
    return isWithinBounds(pairs) && this.toString().length <= longest;
  }
}
