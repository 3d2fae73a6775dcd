import { object, parseJson, pipe, safeParse, string } from 'valibot';
import { storedCredentialsSchema } from '#shared/protocol/sites/login.ts';
import { SessionCookieJar } from './cookie-jar.ts';

/** The account of a site's stored credentials, without the secret. */
export interface Identity {
  /** The user name; empty = unknown, as with a token alone. */
  readonly account: string;
  /** A new one whenever the user enters the credentials; the login rule refuses by it. */
  readonly version: string;
  /** `token`: sent with every request, once it was accepted; it has no session. */
  readonly kind: 'password' | 'token';
}

/** Credentials, only for the duration of one login. */
export interface Credentials extends Identity {
  readonly secret: string;
}

const storedCredentials = pipe(string(), parseJson(), storedCredentialsSchema);
const storedSession = pipe(
  string(),
  parseJson(),
  object({ version: string(), login: string(), cookies: string() }),
);

/** Reads stored credentials; `undefined` = invalid. */
export function parseCredentials(text: string): Credentials | undefined {
  const { success, output } = safeParse(storedCredentials, text);
  if (!success || output.version === '') return undefined;
  const { version, user = '', password, token } = output;
  if (token !== undefined && token !== '') return { kind: 'token', account: user, version, secret: token };
  if (password === undefined || password === '' || user === '') return undefined;
  return { kind: 'password', account: user, version, secret: password };
}

/** A stored session: its cookies, and the login that started it. */
export interface KeptSession {
  readonly version: string;
  readonly login: string;
  readonly jar: SessionCookieJar;
}

/** Reads a stored session; `undefined` = invalid. */
export function parseSession(text: string): KeptSession | undefined {
  const { success, output } = safeParse(storedSession, text);
  const jar = success ? SessionCookieJar.parse(output.cookies) : undefined;
  return success && jar ? { version: output.version, login: output.login, jar } : undefined;
}

/** Writes a session as the text that is stored. */
export function sessionText({ version, login, jar }: KeptSession): string {
  return JSON.stringify({ version, login, cookies: jar.toString() });
}
