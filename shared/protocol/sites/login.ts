/** Sessions with sites, and the storage of the secrets that they need. */
import * as v from 'valibot';
import { siteRoot } from '#shared/base/site-address.ts';
import { accepts, notification, object, optional, request } from '../schema.ts';
import { siteReferenceSchema, type SiteIdentity } from '../sites.ts';

// ── The secret storage ───────────────────────────────────────────────────────────────

const secretParamsSchema = object({
  operation: v.picklist(['get', 'set', 'delete']),
  key: v.string(),
  value: optional(v.string()),
});
export type SecretParams = v.InferOutput<typeof secretParamsSchema>;

/** Absent = no value is stored under the key. */
const secretResultSchema = object({ value: optional(v.string()) });
export type SecretResult = v.InferOutput<typeof secretResultSchema>;

/**
 * Sent by the server: reads, stores or deletes a value in the client's secret storage. The values never appear in a
 * trace or a log. A client that does not know the request has no such storage: the credentials then come from the
 * environment.
 */
export const secretRequest = request('wikijql/secret', secretParamsSchema, v.nullable(secretResultSchema));

/**
 * The JSON that is stored under `credentialsKey`: a password, a token sent as Bearer, or (an API token of an account
 * of Cloud) a token with its user.
 */
export const storedCredentialsSchema = object({
  /** Changes whenever the user enters credentials, even the same ones again. */
  version: v.string(),
  user: optional(v.string()),
  password: optional(v.string()),
  token: optional(v.string()),
});
export type StoredCredentials = v.InferOutput<typeof storedCredentialsSchema>;
export const isStoredCredentials = accepts(storedCredentialsSchema);

/** The key of a site's credentials, sessions and records: its kind, origin and context path. */
export const siteKey = ({ kind, url }: SiteIdentity): string => `${kind} ${siteRoot(url)}`;
export const credentialsKey = (site: SiteIdentity): string => `credentials ${siteKey(site)}`;
const passphrasePrefix = 'passphrase ';
/** The key of the passphrase of the client certificate for an origin. */
export const passphraseKey = (origin: string): string => passphrasePrefix + origin;
/** The origin of such a key; `undefined` = another key. */
export const passphraseOrigin = (key: string): string | undefined =>
  key.startsWith(passphrasePrefix) ? key.slice(passphrasePrefix.length) : undefined;
const cookiePrefix = 'cookie ';
/** The storage key of a session's cookies: each login of an account has a session of its own. */
export const cookieKey = (site: SiteIdentity, account: string, login: string): string =>
  `${cookiePrefix}${siteKey(site)} ${account} ${login}`;
export const isCookieKey = (key: string): boolean => key.startsWith(cookiePrefix);

// ── Sessions ─────────────────────────────────────────────────────────────────────────

const sessionState = {
  state: v.picklist(['anonymous', 'signedIn', 'expired', 'rejected', 'challenge', 'pending', 'unknown']),
  account: optional(v.string()),
  /** The state as a sentence for the user. */
  message: v.string(),
  /** The page where the user solves a challenge in a browser, of the site's own origin. */
  loginUrl: optional(v.string()),
};
export const sessionStateSchema = object(sessionState);
export type SessionState = v.InferOutput<typeof sessionStateSchema>;

/** Signs in with the credentials that the client has stored under `credentialsKey`. */
export const signInRequest = request('wikijql/signIn', siteReferenceSchema, sessionStateSchema);

const signOutParamsSchema = object({
  /** The name of a configured site. */
  site: v.string(),
  /** The account whose session ends; absent = the account in use. */
  account: optional(v.string()),
});
export type SignOutParams = v.InferOutput<typeof signOutParamsSchema>;

/** Ends a session at the site, and deletes it and its credentials. Returns the state afterwards. */
export const signOutRequest = request('wikijql/signOut', signOutParamsSchema, sessionStateSchema);

/** The state of a session, without a request to the site. */
export const sessionStateRequest = request('wikijql/sessionState', siteReferenceSchema, sessionStateSchema);

const sessionChangeSchema = object({ site: v.string(), ...sessionState });
export type SessionChange = v.InferOutput<typeof sessionChangeSchema>;

/** Sent when a session began or ended. */
export const sessionChangedNotification = notification('wikijql/sessionChanged', sessionChangeSchema);
