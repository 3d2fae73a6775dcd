import type { StoredCredentials } from '../protocol/login.ts';
import { SessionCookieJar } from './cookie-jar.ts';

/** Whose credentials are kept for a site, without the secret. */
export interface Identity {
  /** What a person calls it; empty = not known, as with a token alone. */
  readonly account: string;
  readonly version: string;
  /** `token`: sent with every request, once it was accepted; there is no session to keep. */
  readonly kind: 'password' | 'token';
}

/** Credentials for as long as one login takes. */
export interface Credentials extends Identity {
  readonly secret: string;
}

/** Reads what the vault keeps; `undefined` = it is not what it should be. */
export function parseCredentials(text: string): Credentials | undefined {
  const stored = parseJson(text);
  if (!isStored(stored)) return undefined;
  const { version, user = '', password, token } = stored;
  if (token !== undefined && token !== '') return { kind: 'token', account: user, version, secret: token };
  if (password === undefined || password === '' || user === '') return undefined;
  return { kind: 'password', account: user, version, secret: password };
}

/** A session as it is kept in the vault: cookies, and the login that they come from. */
export interface KeptSession {
  readonly version: string;
  readonly login: string;
  readonly jar: SessionCookieJar;
}

export function parseSession(text: string): KeptSession | undefined {
  const kept = parseJson(text);
  if (!isRecord(kept)) return undefined;
  const { version, login, cookies } = kept;
  if (typeof version !== 'string' || typeof login !== 'string' || typeof cookies !== 'string')
    return undefined;
  const jar = SessionCookieJar.parse(cookies);
  return jar && { version, login, jar };
}

export function sessionText({ version, login, jar }: KeptSession): string {
  return JSON.stringify({ version, login, cookies: jar.toString() });
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isStored(value: unknown): value is StoredCredentials {
  if (!isRecord(value) || typeof value['version'] !== 'string' || value['version'] === '') return false;
  return ['user', 'password', 'token'].every(
    name => value[name] === undefined || typeof value[name] === 'string',
  );
}
