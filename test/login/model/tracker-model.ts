import { HttpFailure, type HttpRequest, type HttpResponse } from '../../../server/src/http/client.ts';

/** How the next login goes, beyond what its password deserves. */
export type Fate = 'answered' | 'lost' | 'refused' | 'unavailable';

/** A Basic request that arrived. */
export interface Basic {
  readonly password: string;
  readonly accepted: boolean;
  /** The number of the event. */
  readonly at: number;
  readonly window: string;
}

const failuresToLock = 3;

/** A tracker as far as logins go, in memory: it takes passwords, counts failures, locks, and hands out sessions. */
export class TrackerModel {
  /** Passwords that are right. */
  readonly right = new Set<string>();
  readonly sessions = new Set<string>();
  readonly basics: Basic[] = [];
  readonly fates: Fate[] = [];
  failures = 0;
  locked = 0;
  requests = 0;
  #cookies = 0;

  /** Answers as a tracker does; what `fate` says happens on the way back. */
  answer(request: HttpRequest, window: string, at: number): HttpResponse {
    this.requests++;
    const authorization = request.headers['authorization'];
    if (authorization !== undefined) return this.#login(authorization, window, at);
    const id = /JSESSIONID=([^;]*)/.exec(request.headers['cookie'] ?? '')?.[1];
    if (request.method === 'DELETE') {
      this.sessions.delete(id ?? '');
      return response(204, {});
    }
    const known = id !== undefined && this.sessions.has(id);
    return response(200, { 'x-ausername': known ? 'alice' : 'anonymous' });
  }

  #login(authorization: string, window: string, at: number): HttpResponse {
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'refused') throw new HttpFailure('refused', 'tracker', {}, 1, true);
    if (fate === 'unavailable') {
      this.basics.push({ password: passwordIn(authorization), accepted: false, at, window });
      return response(503, {});
    }
    const answer = this.#judge(passwordIn(authorization), window, at);
    if (fate === 'lost') throw new HttpFailure('reset', 'tracker');
    return answer;
  }

  #judge(password: string, window: string, at: number): HttpResponse {
    const open = this.failures < failuresToLock;
    const accepted = open && this.right.has(password);
    this.basics.push({ password, accepted, at, window });
    if (accepted) {
      this.failures = 0;
      const id = `cookie-canary-${++this.#cookies}`;
      this.sessions.add(id);
      return response(200, { 'x-ausername': 'alice' }, [`JSESSIONID=${id}; Path=/; Secure; HttpOnly`]);
    }
    this.failures++;
    if (this.failures === failuresToLock) this.locked++;
    if (this.failures < failuresToLock)
      return response(401, { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' });
    const denied = {
      'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://tracker.example/login.jsp',
    };
    return response(403, denied, ['JSESSIONID=of-nobody; Path=/; Secure; HttpOnly']);
  }
}

export const passwordIn = (authorization: string): string =>
  Buffer.from(authorization.slice('Basic '.length), 'base64').toString().slice('alice:'.length);

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
