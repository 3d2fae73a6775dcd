import { HttpFailure, type HttpRequest, type HttpResponse } from '../../../server/src/http/client.ts';
import { passwordIn } from './names.ts';

/** How the next login goes, beyond what its password deserves. `useless`: its session is never known again. */
export type Fate = 'answered' | 'lost' | 'refused' | 'unavailable' | 'useless';

const failuresToLock = 3;

/** What became of a Basic. `locks`: it is the one that locked the account. */
export interface Judged {
  readonly response: HttpResponse;
  readonly accepted: boolean;
  readonly locks: boolean;
  readonly isLost: boolean;
}

/** A tracker as far as logins go, in memory: it takes passwords, counts failures, locks, and hands out sessions. */
export class TrackerModel {
  /** Passwords that are right. */
  readonly right = new Set<string>();
  /** Passwords that it ever accepted, or refused. */
  readonly accepted = new Set<string>();
  readonly refused = new Set<string>();
  readonly sessions = new Set<string>();
  readonly fates: Fate[] = [];
  failures = 0;
  #cookies = 0;

  /** Answers a request without Basic. */
  answer(request: HttpRequest): HttpResponse {
    const cookie = request.headers['cookie'] ?? '';
    if (request.method === 'DELETE') {
      this.sessions.delete(idIn(cookie));
      return response(204, {});
    }
    return response(200, { 'x-ausername': this.knows(cookie) ? 'alice' : 'anonymous' });
  }

  knows(cookie: string): boolean {
    return this.sessions.has(idIn(cookie));
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
      if (!isUseless) this.sessions.add(id);
      const cookies = [`JSESSIONID=${id}; Path=/; Secure; HttpOnly`];
      return { response: response(200, { 'x-ausername': 'alice' }, cookies), accepted: true, locks: false };
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
