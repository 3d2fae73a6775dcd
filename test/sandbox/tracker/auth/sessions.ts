import type { Settled } from '../options.ts';
import type { Account } from './accounts.ts';

export interface Session {
  id: string;
  readonly account: Account;
  lastSeen: number;
  requests: number;
  sinceRotation: number;
}

type Rules = Pick<
  Settled,
  'clock' | 'sessionId' | 'sessionLifetime' | 'sessionRequests' | 'rotateAfter' | 'secureCookies'
>;

/** Who is signed in, by cookie. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #rules: Rules;
  constructor(rules: Rules) {
    this.#rules = rules;
  }

  begin(account: Account): Session {
    const { clock, sessionId } = this.#rules;
    const session = { id: sessionId(), account, lastSeen: clock(), requests: 0, sinceRotation: 0 };
    this.#byId.set(session.id, session);
    return session;
  }

  /** The session of a cookie, counting this request; `undefined` = none, or it has ended. */
  use(id: string): Session | undefined {
    const session = this.#byId.get(id);
    if (!session) return undefined;
    const { clock, sessionLifetime, sessionRequests } = this.#rules;
    const now = clock();
    session.requests++;
    session.sinceRotation++;
    if (now - session.lastSeen >= sessionLifetime || session.requests > sessionRequests) {
      this.#byId.delete(id);
      return undefined;
    }
    session.lastSeen = now;
    return session;
  }

  /** Gives a session that is due for it a new cookie; whether it did. */
  rotate(session: Session): boolean {
    if (session.sinceRotation < this.#rules.rotateAfter) return false;
    this.#byId.delete(session.id);
    session.id = this.#rules.sessionId();
    session.sinceRotation = 0;
    this.#byId.set(session.id, session);
    return true;
  }

  /** Ends one account's sessions, or everybody's. */
  end(account?: Account): void {
    for (const [id, session] of this.#byId)
      if (account === undefined || session.account === account) this.#byId.delete(id);
  }

  endOne(id: string): void {
    this.#byId.delete(id);
  }

  /** The header's value, with the attributes of the specification; without an id, of a session without a name. */
  cookie(id: string = this.#rules.sessionId()): string {
    return `JSESSIONID=${id}; Path=/${this.#rules.secureCookies ? '; Secure' : ''}; HttpOnly`;
  }
}

/** The session's id in a Cookie header; the last one counts. */
export const sessionIdIn = (header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .map(pair => pair.trim())
    .findLast(pair => pair.startsWith('JSESSIONID='))
    ?.slice('JSESSIONID='.length)
    .replace(/^"(.*)"$/u, '$1');
