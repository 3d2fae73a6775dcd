/** How a kind of site authenticates. */
import type { HttpClient, HttpRequest, HttpResponse } from '../../http/http-client.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Credentials } from '../credentials.ts';
import type { SessionCookieJar } from '../cookie-jar.ts';
import type { Refusal } from '../login/login-rule.ts';

export interface CookieSession {
  readonly kind: 'cookies';
  readonly account: string;
  readonly jar: SessionCookieJar;
}

/** A token needs no session: it is sent with every request. */
export interface TokenSession {
  readonly kind: 'token';
  readonly account: string;
  readonly secret: string;
}

/** The cookies or the token that authorize a request. */
export type Session = CookieSession | TokenSession;

/** The site's response to the credentials. */
export type LoginAnswer =
  /** `jar`: the cookies of the new session; absent for a token. */
  | { readonly kind: 'accepted'; readonly jar?: SessionCookieJar }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown'; readonly status: number; readonly throttled?: boolean };

/** The state of a session, judged by a response to one of its requests. */
export type Judgement =
  | { readonly kind: 'holds' }
  /** The response is not for the account: the session has expired, or the resource refuses it. */
  | { readonly kind: 'over' }
  /** The credentials themselves are refused. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface LoginRequest {
  readonly site: Site;
  readonly credentials: Credentials;
  readonly client: HttpClient;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Approves the request with the credentials for sending, right before it is sent. Rejects if it must not be sent. */
  readonly approve: (request: HttpRequest) => Promise<HttpRequest>;
}

/** How one kind of site authenticates: login, authorized requests, the state of a session in responses, logout. */
export interface Scheme {
  /** Sends the credentials at most once. Rejects with the client's `HttpFailure`. */
  logIn(request: LoginRequest): Promise<LoginAnswer>;
  /** The request with the session's cookies or token. */
  authorize(request: HttpRequest, session: Session): HttpRequest;
  judge(response: HttpResponse, session: Session): Judgement;
  /** A request that only reads, and shows whether a session is valid. */
  probe(site: Site, userAgent: string): HttpRequest;
  /** Whether a response to the probe that is not judged as `over` proves that the session is valid. */
  provesSession(response: HttpResponse): boolean;
  /** The names of the session cookies for a URL; without any of them there is no session. */
  sessionCookies(jar: SessionCookieJar, url: string): readonly string[];
  /** Ends the session at the server; false = not confirmed. Rejects with the client's `HttpFailure`. */
  logOut(
    site: Site,
    session: Session,
    client: HttpClient,
    userAgent: string,
    signal: AbortSignal,
  ): Promise<boolean>;
}
