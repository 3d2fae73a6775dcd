import { randomBytes } from 'node:crypto';
import { day } from './world/town-data.ts';

/** How a tracker behaves; whatever is left out is as a stock one does it. */
export interface TrackerOptions {
  /** 0 (the default) = any free port. */
  readonly port?: number;
  /** Where the tracker lives below its host, like `/jira`; default: at the root. */
  readonly contextPath?: string;
  /** The present of its data and of `now()`; default: the beginning of this minute. */
  readonly now?: Date;
  /** The clock that sessions and rates go by, in milliseconds; default `Date.now`. */
  readonly clock?: () => number;
  readonly flavour?: 'server' | 'cloud';
  /** How many issues the project CANAL has; default 84. */
  readonly issues?: number;
  /** How many hostile issues ODD-1, ODD-2, … there are; default 1. */
  readonly hostile?: number;
  /** False = those who have not signed in may see nothing. Default true: they see the open projects. */
  readonly anonymous?: boolean;
  /** False = session cookies without `Secure`, for clients that keep to it on plain HTTP. Default true. */
  readonly secureCookies?: boolean;
  /** Makes the ids of sessions, each another one; default: 32 random hexadecimal digits. */
  readonly sessionId?: () => string;
  /** After how many milliseconds without a request a session ends; default: five hours. */
  readonly sessionLifetime?: number;
  /** After how many requests a session ends; default: never. */
  readonly sessionRequests?: number;
  /** After how many requests a session gets a new cookie, whereupon the old one is void; default: never. */
  readonly rotateAfter?: number;
  /** The response to the cookie of an expired session: served anonymously (the default), or 401. */
  readonly expiredSession?: 'anonymous' | 'unauthorized';
  /** The response to a wrong password: 401 (the default), or served anonymously. */
  readonly failedLogin?: 'unauthorized' | 'anonymous';
  /** How many failed logins lock an account; default 3. */
  readonly attempts?: number;
  /** The login reason of challenges. */
  readonly challengeReason?: 'AUTHENTICATED_FAILED' | 'AUTHENTICATION_DENIED';
  /** False = the administrators have switched Basic authentication off. */
  readonly basic?: boolean;
  /** The most issues in one answer; default 1000. More are cut without a word. */
  readonly maxResults?: number;
  /** How far one can page; beyond it there is status 500. Default 10,000. */
  readonly resultWindow?: number;
  /** The longest address with query; default 8192. */
  readonly longestAddress?: number;
  /** Tokens per account as in a token bucket; default: no limit. */
  readonly rate?: { readonly limit: number; readonly fillRate: number; readonly intervalSeconds: number };
}

export type Settled = Required<Omit<TrackerOptions, 'rate' | 'now'>> & {
  readonly now: number;
  readonly rate: TrackerOptions['rate'];
};

export const settle = ({ now, ...options }: TrackerOptions): Settled => ({
  port: 0,
  contextPath: '',
  clock: Date.now,
  flavour: 'server',
  issues: 84,
  hostile: 1,
  anonymous: true,
  secureCookies: true,
  sessionId: () => randomBytes(16).toString('hex').toUpperCase(),
  sessionLifetime: (5 / 24) * day,
  sessionRequests: Number.POSITIVE_INFINITY,
  rotateAfter: Number.POSITIVE_INFINITY,
  expiredSession: 'anonymous',
  failedLogin: 'unauthorized',
  attempts: 3,
  challengeReason: 'AUTHENTICATED_FAILED',
  basic: true,
  maxResults: 1000,
  resultWindow: 10_000,
  longestAddress: 8192,
  rate: undefined,
  ...options,
  now: (now ?? new Date(Math.floor(Date.now() / 60_000) * 60_000)).getTime(),
});
