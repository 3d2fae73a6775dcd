import type { HttpRequest, HttpResponse } from '../../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../../server/src/network/http/http-failure.ts';
import { passwordIn } from './names.ts';

/** How the next login goes, beyond what its password deserves. `useless`: its session is never known again. */
export type Fate = 'answered' | 'lost' | 'refused' | 'unavailable' | 'useless';

const failuresToLock = 3;

/** The outcome of a request with Basic authentication. `locks`: it is the one that locked the account. */
export interface Judged {
  readonly response: HttpResponse;
  readonly accepted: boolean;
  readonly locks: boolean;
  readonly isLost: boolean;
}

/** A session at the tracker. */
interface TrackerSession {
  /** Answers for which it still holds. */
  left: number;
  /** Its cookie is not the one that it began with. */
  isRotated: boolean;
}

/** Whom an answer was made for, which a real tracker need not say: `alice`, or nobody. */
export const visitorHeader = 'x-model-visitor';

/**
 * A tracker as far as logins go, in memory: it takes passwords and tokens, counts failures, locks, and hands out
 * sessions. A path that ends with `/closed` is refused whoever asks.
 */
export class TrackerModel {
  /** Passwords that are right. */
  readonly right = new Set<string>();
  /** Passwords that it ever accepted, or refused. */
  readonly accepted = new Set<string>();
  readonly refused = new Set<string>();
  readonly sessions = new Map<string, TrackerSession>();
  /** Tokens that it takes. */
  readonly tokens = new Set<string>();
  readonly fates: Fate[] = [];
  failures = 0;
  /** Answers for which sessions that begin from now on hold. */
  lifetime = Infinity;
  /** It does not say who a visitor is; a session that is over gets 401. */
  isSilent = false;
  /** Changes of the cookie in the next responses to a session. */
  readonly cookieFates: ('rotated' | 'deleted')[] = [];
  #cookies = 0;

  /** Answers a request without a password or token. */
  answer(request: HttpRequest): HttpResponse {
    const cookie = request.headers['cookie'] ?? '';
    const session = this.sessions.get(idIn(cookie));
    if (request.method === 'DELETE') {
      this.sessions.delete(idIn(cookie));
      return response(204, {});
    }
    if (request.url.endsWith('/closed')) return response(401, this.#named('anonymous'));
    const isKnown = session !== undefined && session.left-- > 0;
    if (!isKnown && this.isSilent && cookie !== '') return response(401, {});
    const visitor = isKnown ? 'alice' : 'anonymous';
    const headers = { ...this.#named(visitor), [visitorHeader]: visitor };
    return response(200, headers, isKnown ? this.#cookieOf(idIn(cookie), session) : []);
  }

  /** Answers a request with a token. */
  answerToken(token: string, url: string): HttpResponse {
    const isTaken = this.tokens.has(token) && !url.endsWith('/closed');
    if (!isTaken) return response(401, this.#named('anonymous'));
    return response(200, { ...this.#named('alice'), [visitorHeader]: 'alice' });
  }

  knows(cookie: string): boolean {
    return (this.sessions.get(idIn(cookie))?.left ?? 0) > 0;
  }

  wasRotated(cookie: string): boolean {
    return this.sessions.get(idIn(cookie))?.isRotated ?? false;
  }

  #named(visitor: string): Record<string, string> {
    return this.isSilent ? {} : { 'x-ausername': visitor };
  }

  #cookieOf(id: string, session: TrackerSession): string[] {
    const fate = this.cookieFates.shift();
    if (fate === undefined) return [];
    this.sessions.delete(id);
    if (fate === 'deleted') return ['JSESSIONID=; Path=/; Max-Age=0'];
    const next = `cookie-canary-${++this.#cookies}`;
    session.isRotated = true;
    this.sessions.set(next, session);
    return [sessionCookie(next)];
  }

  /** Whether the next login does not even get a connection. */
  refuses(): boolean {
    if (this.fates[0] !== 'refused') return false;
    this.fates.shift();
    return true;
  }

  logIn(authorization: string): Judged {
    const fate = this.fates.shift() ?? 'answered';
    const unjudged = { accepted: false, locks: false, isLost: false };
    if (fate === 'unavailable') return { ...unjudged, response: response(503, {}) };
    const judged = this.#judge(passwordIn(authorization), fate === 'useless');
    return { ...judged, isLost: fate === 'lost' };
  }

  #judge(password: string, isUseless: boolean): Omit<Judged, 'isLost'> {
    if (this.failures < failuresToLock && this.right.has(password)) {
      this.failures = 0;
      this.accepted.add(password);
      const id = `cookie-canary-${++this.#cookies}`;
      if (!isUseless) this.sessions.set(id, { left: this.lifetime, isRotated: false });
      return {
        response: response(200, this.#named('alice'), [sessionCookie(id)]),
        accepted: true,
        locks: false,
      };
    }
    this.refused.add(password);
    this.failures++;
    const locks = this.failures === failuresToLock;
    if (this.failures < failuresToLock) {
      const failed = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' };
      return { response: response(401, failed), accepted: false, locks };
    }
    const denied = {
      'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://tracker.example/login.jsp',
    };
    const cookies = ['JSESSIONID=of-nobody; Path=/; Secure; HttpOnly'];
    return { response: response(403, denied, cookies), accepted: false, locks };
  }
}

export const lost = (): HttpFailure => new HttpFailure('reset', 'tracker');

const sessionCookie = (id: string): string => `JSESSIONID=${id}; Path=/; Secure; HttpOnly`;

const idIn = (cookie: string): string => /JSESSIONID=([^;]*)/.exec(cookie)?.[1] ?? '';

const response = (
  status: number,
  headers: Readonly<Record<string, string>>,
  setCookie: readonly string[] = [],
): HttpResponse => ({
  status,
  headers,
  setCookie,
  url: 'https://tracker.example/rest/api/2/myself',
  body: [],
  requests: 1,
});
