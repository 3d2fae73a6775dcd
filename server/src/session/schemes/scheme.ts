import type { HttpClient, HttpRequest, HttpResponse } from '../../http/client.ts';
import type { Site } from '../../protocol/sites.ts';
import type { Credentials } from '../credentials.ts';
import type { SessionCookieJar } from '../cookie-jar.ts';
import type { Refusal } from '../login-rule.ts';

export interface CookieSession {
  readonly kind: 'cookies';
  readonly account: string;
  readonly jar: SessionCookieJar;
}

/** A token has no session: it is sent with every request. */
export interface TokenSession {
  readonly kind: 'token';
  readonly account: string;
  readonly secret: string;
}

/** What a request is sent with. */
export type Session = CookieSession | TokenSession;

/** How the site took the credentials. */
export type LoginAnswer =
  /** `jar`: the cookies of the new session; of a token there are none. */
  | { readonly kind: 'accepted'; readonly jar?: SessionCookieJar }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown'; readonly status: number; readonly throttled?: boolean };

/** What an answer says of the session that its request was sent with. */
export type Judgement =
  | { readonly kind: 'holds' }
  /** The answer is not the account's: the session is over, or the resource takes none. */
  | { readonly kind: 'over' }
  /** The credentials themselves are refused. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface LoginRequest {
  readonly site: Site;
  readonly credentials: Credentials;
  readonly client: HttpClient;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Clears the request that holds the credentials, right before it is sent. Rejects where it must not go. */
  readonly clear: (request: HttpRequest) => Promise<HttpRequest>;
}

/** The verbs of one kind of site: how to log in, to show a session, to read what an answer says of it, to log out. */
export interface Scheme {
  /** Sends the credentials at most once. Rejects with the client's `HttpFailure`. */
  logIn(request: LoginRequest): Promise<LoginAnswer>;
  /** The request with the session shown. */
  authorize(request: HttpRequest, session: Session): HttpRequest;
  judge(response: HttpResponse, session: Session): Judgement;
  /** A request that only reads, and shows whether a session holds. */
  probe(site: Site, userAgent: string): HttpRequest;
  /** Whether the answer to the probe, which is not judged to be over, shows that the session holds. */
  provesSession(response: HttpResponse): boolean;
  /** The names of the cookies that make the session for an address; without any of them it is over. */
  sessionCookies(jar: SessionCookieJar, url: string): readonly string[];
  /** Ends the session at the server; false = it did not say so. Rejects with the client's `HttpFailure`. */
  logOut(
    site: Site,
    session: Session,
    client: HttpClient,
    userAgent: string,
    signal: AbortSignal,
  ): Promise<boolean>;
}
