import type { HttpClient, HttpRequest, HttpResponse } from '../../http/client.ts';
import type { Site } from '../../protocol/sites.ts';
import type { Credentials } from '../credentials.ts';
import type { SessionCookieJar } from '../cookie-jar.ts';
import type { Refusal } from '../login-rule.ts';

/** What a request is sent with. */
export type Session =
  | { readonly kind: 'cookies'; readonly account: string; readonly jar: SessionCookieJar }
  | { readonly kind: 'token'; readonly account: string; readonly secret: string };

/** How the site took the credentials. */
export type LoginAnswer =
  /** `jar`: the cookies of the new session; of a token there are none. */
  | { readonly kind: 'accepted'; readonly jar?: SessionCookieJar }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown'; readonly status: number; readonly throttled?: boolean };

/** What an answer says of the session that its request was sent with. */
export type Judgement =
  | { readonly kind: 'holds' }
  /** The session is over; the answer is somebody else's: nobody's. */
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
  logIn(order: LoginRequest): Promise<LoginAnswer>;
  /** The request with the session shown. */
  authorize(request: HttpRequest, session: Session): HttpRequest;
  judge(response: HttpResponse, session: Session): Judgement;
  /** A harmless request that tells whether a session holds. */
  probe(site: Site, userAgent: string): HttpRequest;
  /** Ends the session at the server; false = it did not say so. Rejects with the client's `HttpFailure`. */
  logOut(
    site: Site,
    session: Session,
    client: HttpClient,
    userAgent: string,
    signal: AbortSignal,
  ): Promise<boolean>;
}
