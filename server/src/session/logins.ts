import { HttpFailure, hostOf, type HttpClient } from '../http/client.ts';
import type { Clock } from '../http/clock.ts';
import { sessionSite, type Notice, type Site } from '../protocol.ts';
import type { Identity } from './credentials.ts';
import { refusalNotice, SessionFailure, sessionNotice } from './failure.ts';
import type { SafeBox } from './safe-box.ts';
import { schemeOf } from './schemes.ts';
import type { LoginAnswer } from './scheme.ts';
import {
  begun,
  decide,
  orphaned,
  refusing,
  settled,
  type Attempt,
  type Decision,
  type LoginRecord,
  type Pending,
  type Refusal,
  type Verdict,
} from './state.ts';
import { change, StoreFailure, type Stamped, type StateStore } from './store.ts';

/** A login takes at most two minutes: one that is pending for longer (milliseconds) has lost its owner. */
const longest = 5 * 60_000;

export interface LoginEdges {
  readonly store: StateStore;
  readonly box: SafeBox;
  /** Sends each request once: no retries, no redirects. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly userAgent: () => string;
  /** A name that nothing else has. */
  readonly newLogin: () => string;
  /** Something about the session of a site changed. */
  readonly changed: (site: Site) => void;
}

export interface Want {
  readonly site: Site;
  readonly identity: Identity;
  readonly trigger: 'click' | 'run';
  /** The login whose session is known to be over or lost. */
  readonly stale?: string | undefined;
  readonly signal: AbortSignal;
}

/** A login that is there to be used, and the requests that it took here. */
export interface Login {
  readonly login: string;
  readonly requests: number;
}

/** The login rule with its edges: one login at a time over all windows, the write-ahead before each, its verdict after. */
export class Logins {
  readonly #edges: LoginEdges;
  /** By version: what the store did not take. */
  readonly #refused = new Map<string, Refusal>();

  constructor(edges: LoginEdges) {
    this.#edges = edges;
  }

  /** What is known of an account. */
  async record(site: Site, account: string): Promise<LoginRecord> {
    return (await this.#read(site, account)).record;
  }

  /**
   * A login that the rule allows to use: an earlier one, that of somebody else, or a new one.
   * Fails as a `SessionFailure`, or as an `HttpFailure` where the credentials never left this machine.
   */
  async obtain(want: Want): Promise<Login> {
    const { site, identity, stale, signal } = want;
    const key = keyOf(site, identity.account);
    let { trigger } = want;
    for (;;) {
      const { record, stamp } = await this.#read(site, identity.account);
      if (signal.aborted) throw new HttpFailure('cancelled', hostOf(site.url), {}, 0);
      const decision = decide(record, { version: identity.version, trigger, stale });
      if (decision.next === 'use') return { login: decision.login, requests: 0 };
      if (decision.next === 'refuse') throw this.#refusal(site, identity, decision);
      if (decision.next === 'wait') {
        // The click was about what it saw: the outcome of this login is its answer.
        trigger = 'run';
        await this.#wait(want, key, stamp, decision.pending);
        continue;
      }
      const attempt = { version: identity.version, login: this.#edges.newLogin() };
      const next = begun(record, attempt, this.#edges.store.owner, this.#edges.clock.date());
      if (await this.#stored(site, () => this.#edges.store.replace(key, stamp, next))) {
        return this.#attempt(site, identity, attempt);
      }
    }
  }

  /** Notes that a version was refused while it was used. */
  async refuse(site: Site, { account, version }: Identity, refusal: Refusal): Promise<SessionFailure> {
    await this.#change(site, account, record => refusing(record, version, refusal), { version, refusal });
    return new SessionFailure(refusalNotice(refusal, site, account), site);
  }

  /** Applies a transition to what is known of an account. */
  async change(
    site: Site,
    account: string,
    transition: (record: LoginRecord) => LoginRecord,
  ): Promise<LoginRecord> {
    return this.#stored(site, () => change(this.#edges.store, keyOf(site, account), transition));
  }

  /** Waits for somebody else's login, or gives it up when nobody is there to end it. */
  async #wait({ site, signal }: Want, key: string, stamp: number, pending: Pending): Promise<void> {
    const { store, clock } = this.#edges;
    const age = Math.abs(clock.date() - pending.since);
    await this.#stored(site, async () => {
      if (age < longest && (await store.alive(pending.owner))) await store.changed(key, stamp, signal);
      else await change(store, key, record => orphaned(record, pending.login));
    });
  }

  /** One login, after its write-ahead. It goes on to its verdict whoever stops waiting for it. */
  async #attempt(site: Site, identity: Identity, attempt: Attempt): Promise<Login> {
    this.#edges.changed(site);
    let sent = false;
    let failure: unknown;
    let verdict: Verdict = { kind: 'unsent' };
    try {
      const answer = await this.#send(site, identity, attempt, () => (sent = true));
      verdict = answer.kind === 'rejected' ? answer : { kind: answer.kind };
      if (answer.kind === 'accepted') await this.#keep(site, identity, attempt, answer);
      else failure = new SessionFailure(noticeOf(answer, site, identity.account), site, 1);
    } catch (error) {
      failure = error;
      if (verdict.kind === 'unsent' && sent && !(error instanceof HttpFailure && error.unsent)) {
        verdict = { kind: 'unknown' };
        const notice = sessionNotice('unknown', site, { account: identity.account });
        if (error instanceof HttpFailure) failure = new SessionFailure(notice, site, 1);
      }
    }
    const refused =
      verdict.kind === 'rejected' ? { version: attempt.version, refusal: verdict.refusal } : undefined;
    await this.#change(site, identity.account, record => settled(record, attempt, verdict), refused);
    if (failure !== undefined) throw failure;
    return { login: attempt.login, requests: 1 };
  }

  /** Reads the secret, sends it, and lets it go; not if others gave this attempt up, because this process had slept. */
  async #send(
    site: Site,
    identity: Identity,
    { version, login }: Attempt,
    sending: () => void,
  ): Promise<LoginAnswer> {
    const { box, client, userAgent } = this.#edges;
    const credentials = await box.credentials(site);
    if (credentials?.version !== version) throw new SessionFailure(sessionNotice('changed', site), site);
    const { state } = await this.record(site, identity.account);
    if (state.status !== 'pending' || state.login !== login) {
      throw new SessionFailure(sessionNotice('unknown', site, { account: identity.account }), site);
    }
    const { signal } = new AbortController();
    return schemeOf(site).logIn({ site, credentials, client, userAgent: userAgent(), signal, sending });
  }

  /** Keeps the new session before anybody hears of it; if the credentials changed meanwhile it is ended instead. */
  async #keep(
    site: Site,
    { account, version }: Identity,
    { login }: Attempt,
    { jar }: Extract<LoginAnswer, { kind: 'accepted' }>,
  ): Promise<void> {
    if (!jar) return;
    const { box, client, userAgent } = this.#edges;
    const current = await box.identity(site).catch(() => undefined);
    if (current?.version === version) {
      await box.keepSession(site, account, { version, login, jar });
      return;
    }
    const { signal } = new AbortController();
    await schemeOf(site)
      .logOut(site, { kind: 'cookies', account, jar }, client, userAgent(), signal)
      .catch(() => false);
    throw new SessionFailure(sessionNotice('changed', site), site);
  }

  async #change(
    site: Site,
    account: string,
    transition: (record: LoginRecord) => LoginRecord,
    refused: { version: string; refusal: Refusal } | undefined,
  ): Promise<void> {
    if (refused) this.#refused.set(refused.version, refused.refusal);
    try {
      await this.change(site, account, transition);
    } finally {
      this.#edges.changed(site);
    }
  }

  #refusal(site: Site, identity: Identity, decision: Extract<Decision, { next: 'refuse' }>): SessionFailure {
    return new SessionFailure(
      decision.because === 'rejected'
        ? refusalNotice(decision.refusal, site, identity.account)
        : sessionNotice(decision.because, site, { account: identity.account }),
      site,
    );
  }

  async #read(site: Site, account: string): Promise<Stamped> {
    const { record, stamp } = await this.#stored(site, () => this.#edges.store.read(keyOf(site, account)));
    return {
      stamp,
      record: { ...record, refused: { ...record.refused, ...Object.fromEntries(this.#refused) } },
    };
  }

  async #stored<T>(site: Site, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      throw new SessionFailure(sessionNotice('store', site), site);
    }
  }
}

const keyOf = (site: Site, account: string): string => `${sessionSite(site.url)} ${account}`;

/** Words an answer that is not a success. */
function noticeOf(answer: Exclude<LoginAnswer, { kind: 'accepted' }>, site: Site, account: string): Notice {
  if (answer.kind === 'rejected') return refusalNotice(answer.refusal, site, account);
  if (answer.throttled) return sessionNotice('unknown.throttled', site, { account });
  return sessionNotice('unknown.answered', site, { account, status: answer.status });
}
