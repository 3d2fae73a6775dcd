/** Sessions with sites, and the secrets that they need. */
import * as v from 'valibot';
import { siteRoot } from '../common/site-address.ts';
import { accepts, notification, object, optional, request } from './schema.ts';
import { siteReferenceSchema, type SiteIdentity } from './sites.ts';

// ── The secret storage ───────────────────────────────────────────────────────────────

const secretParamsSchema = object({
  operation: v.picklist(['get', 'set', 'delete']),
  key: v.string(),
  value: optional(v.string()),
});
export type SecretParams = v.InferOutput<typeof secretParamsSchema>;

/** Without a value nothing is kept under the key. */
const secretResultSchema = object({ value: optional(v.string()) });
export type SecretResult = v.InferOutput<typeof secretResultSchema>;

/**
 * From the server to the client: the secret storage. The values never appear in a trace or a log. A client
 * that does not know the request has none: the credentials come from the environment then.
 */
export const secretRequest = request('wikijql/secret', secretParamsSchema, v.nullable(secretResultSchema));

/**
 * What is kept under `credentialsKey`, as JSON: a password, a token sent as Bearer, or (an account's
 * API token of Cloud) a token with its user.
 */
export const storedCredentialsSchema = object({
  /** New whenever the user enters credentials, even the same ones again. */
  version: v.string(),
  user: optional(v.string()),
  password: optional(v.string()),
  token: optional(v.string()),
});
export type StoredCredentials = v.InferOutput<typeof storedCredentialsSchema>;
export const isStoredCredentials = accepts(storedCredentialsSchema);

/** What credentials, sessions and records belong to: the kind of the site, its origin and context path. */
export const siteKey = ({ kind, url }: SiteIdentity): string => `${kind} ${siteRoot(url)}`;
export const credentialsKey = (site: SiteIdentity): string => `credentials ${siteKey(site)}`;
const cookiePrefix = 'cookie ';
/** Each login of an account has a session of its own. */
export const cookieKey = (site: SiteIdentity, account: string, login: string): string =>
  `${cookiePrefix}${siteKey(site)} ${account} ${login}`;
export const isCookieKey = (key: string): boolean => key.startsWith(cookiePrefix);

// ── Sessions ─────────────────────────────────────────────────────────────────────────

const sessionState = {
  state: v.picklist(['anonymous', 'signedIn', 'expired', 'rejected', 'challenge', 'pending', 'unknown']),
  account: optional(v.string()),
  /** Worded, for the user. */
  message: v.string(),
  /** Where a browser solves a challenge: safe, and of the site's own origin. */
  loginUrl: optional(v.string()),
};
export const sessionStateSchema = object(sessionState);
export type SessionState = v.InferOutput<typeof sessionStateSchema>;

/** The user asks to sign in with the credentials that the client has kept under `credentialsKey`. */
export const signInRequest = request('wikijql/signIn', siteReferenceSchema, sessionStateSchema);

const signOutParamsSchema = object({
  /** The name of a configured site. */
  site: v.string(),
  /** Whose session ends; absent = that of the account in use. */
  account: optional(v.string()),
});
export type SignOutParams = v.InferOutput<typeof signOutParamsSchema>;

/** Ends a session at the server, and forgets it and its credentials. Answers the state after it. */
export const signOutRequest = request('wikijql/signOut', signOutParamsSchema, sessionStateSchema);

/** Asks no site. */
export const sessionStateRequest = request('wikijql/sessionState', siteReferenceSchema, sessionStateSchema);

const sessionChangeSchema = object({ site: v.string(), ...sessionState });
export type SessionChange = v.InferOutput<typeof sessionChangeSchema>;

/** A session began or ended. */
export const sessionChangedNotification = notification('wikijql/sessionChanged', sessionChangeSchema);
