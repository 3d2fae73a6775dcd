import { hostOf } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import { siteKey } from '../protocol/login.ts';
import type { Site } from '../protocol/sites.ts';
import type { Identity } from './credentials.ts';
import { refusalNotice, renewalNotice, SessionFailure, sessionNotice } from './session-failure.ts';
import { lease, LoginAttempt, type Book, type LoginAttemptDependencies } from './login-attempt.ts';
import {
  allSessionLogins,
  begun,
  decide,
  orphaned,
  overdue,
  refusing,
  settled,
  valueOf,
  type Attempt,
  type Decision,
  type LoginRecord,
  type Pending,
  type Refusal,
} from './login-rule.ts';
import type { Presence } from './owner-presence.ts';
import { change, StoreFailure, type Stamped, type StateStore } from './state-store.ts';

export interface LoginCoordinatorDependencies extends LoginAttemptDependencies {
  readonly store: StateStore;
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
  /** This run has signed in already: it may use the login of somebody else, but begin none. */
  readonly isSpent?: boolean;
  readonly signal: AbortSignal;
}

/** A login that is there to be used, and the requests that it took here. */
export interface Login {
  readonly login: string;
  readonly requests: number;
}

const elsewhere = { next: 'refuse', because: 'unknown.elsewhere' } as const;
const spent = { next: 'refuse', because: 'expiredAgain' } as const;

/** The login rule applied: one login at a time over all windows, the write-ahead before each, its verdict after. */
export class LoginCoordinator {
  readonly #dependencies: LoginCoordinatorDependencies;
  /** Logins of this process that have not ended. */
  readonly #underWay = new Set<string>();
  /** By version: what this process knows, also where the store did not take it. */
  readonly #refused = new Map<string, Refusal>();
  /** By version: fires when it is refused. */
  readonly #refusals = new Map<string, AbortController>();

  constructor(dependencies: LoginCoordinatorDependencies) {
    this.#dependencies = dependencies;
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
    const { site, identity, stale, isSpent = false, signal } = want;
    const { version } = identity;
    const key = keyOf(site, identity.account);
    let { trigger } = want;
    for (;;) {
      const { record, stamp } = await this.#read(site, identity.account);
      if (signal.aborted) throw new HttpFailure('cancelled', hostOf(site.url), {}, 0);
      const now = this.#dependencies.clock.date();
      const decision = decide(record, { version, trigger, stale, now });
      if (decision.next === 'use') return { login: decision.login, requests: 0 };
      if (decision.next === 'refuse') throw this.#failure(site, identity, decision);
      if (decision.next === 'wait') {
        // The click was about what it saw: the outcome of this login is its answer.
        trigger = 'run';
        await this.#wait(want, key, stamp, decision.pending);
        continue;
      }
      if (decision.next === 'ask') {
        const { login, owner } = decision;
        const attempt = { version, login };
        if ((await this.#presence(owner, login)) === 'here') throw this.#failure(site, identity, elsewhere);
        await this.change(site, identity.account, known => orphaned(known, attempt));
        continue;
      }
      if (isSpent) throw this.#failure(site, identity, spent);
      const automatic = trigger === 'run' ? { automatic: now } : {};
      const attempt = { version, login: this.#dependencies.newLogin(), ...automatic };
      const next = begun(record, attempt, this.#dependencies.store.owner, now);
      const one = new LoginAttempt(
        site,
        identity,
        attempt,
        this.#dependencies,
        this.#book(site, identity, attempt),
      );
      this.#underWay.add(attempt.login);
      if (await this.#stored(site, () => this.#dependencies.store.replace(key, stamp, next))) {
        return this.#perform(one, want, attempt, allSessionLogins(record));
      }
      this.#underWay.delete(attempt.login);
    }
  }

  /** Notes that a version was refused while it was used: in this process at once, before anything else happens. */
  async refuse(site: Site, identity: Identity, refusal: Refusal): Promise<SessionFailure> {
    const { account, version } = identity;
    await this.#change(site, account, record => refusing(record, version, refusal), { version, refusal });
    return this.refusalFailure(site, identity, refusal);
  }

  refusalFailure(site: Site, { account }: Identity, refusal: Refusal, requests = 0): SessionFailure {
    return new SessionFailure(refusalNotice(refusal, site, account), site, requests);
  }

  /** Whether these credentials may be sent at this moment: no window knows that they were refused. */
  mayUse(site: Site, { account, version }: Identity): boolean {
    if (this.#refused.has(version)) return false;
    const record = this.#dependencies.store.readNow(keyOf(site, account));
    return record !== undefined && valueOf(record.refused, version) === undefined;
  }

  /** Fires when this process learns that these credentials are refused. */
  refusedSignal({ version }: Identity): AbortSignal {
    return this.#refusal(version).signal;
  }

  /** Applies a transition to what is known of an account. */
  async change(
    site: Site,
    account: string,
    transition: (record: LoginRecord) => LoginRecord,
  ): Promise<LoginRecord> {
    return this.#stored(site, () => change(this.#dependencies.store, keyOf(site, account), transition));
  }

  /**
   * Waits for somebody else's login. It is given up when nobody is there to end it; when it is held up for longer than
   * a login lasts, other versions pass. From another machine nobody can tell more than that.
   */
  async #wait({ site, signal }: Want, key: string, stamp: number, pending: Pending): Promise<void> {
    const { store, clock } = this.#dependencies;
    const isHeldUp = Math.abs(clock.date() - pending.since) > lease;
    await this.#stored(site, async () => {
      const presence = await this.#presence(pending.owner, pending.login);
      if (presence !== 'gone' && !isHeldUp) await store.changed(key, stamp, signal);
      else await change(store, key, record => (presence === 'here' ? overdue : orphaned)(record, pending));
    });
  }

  /** Whether the owner of a login may go on with it; one of this process has ended when it is not under way here. */
  async #presence(owner: string, login: string): Promise<Presence> {
    const { store } = this.#dependencies;
    return owner === store.owner && !this.#underWay.has(login) ? 'gone' : store.presence(owner);
  }

  /** Makes the attempt that the write-ahead tells of. */
  async #perform(
    one: LoginAttempt,
    { site, identity: { account } }: Want,
    { login }: Attempt,
    earlier: readonly string[],
  ): Promise<Login> {
    const { credentials, changed } = this.#dependencies;
    changed(site);
    try {
      await one.perform();
      for (const each of earlier) await credentials.forgetSession({ site, account, login: each });
      return { login, requests: 1 };
    } finally {
      this.#underWay.delete(login);
    }
  }

  #book(site: Site, { account }: Identity, attempt: Attempt): Book {
    const { version } = attempt;
    return {
      read: () => this.record(site, account),
      isRefused: () => this.#refused.has(version),
      settle: verdict => {
        const refused = verdict.kind === 'rejected' ? { version, refusal: verdict.refusal } : undefined;
        return this.#change(site, account, record => settled(record, attempt, verdict), refused);
      },
    };
  }

  async #change(
    site: Site,
    account: string,
    transition: (record: LoginRecord) => LoginRecord,
    refused: { version: string; refusal: Refusal } | undefined,
  ): Promise<LoginRecord> {
    if (refused) {
      this.#refused.set(refused.version, refused.refusal);
      this.#refusal(refused.version).abort();
    }
    try {
      return await this.change(site, account, transition);
    } finally {
      this.#dependencies.changed(site);
    }
  }

  #refusal(version: string): AbortController {
    const known = this.#refusals.get(version) ?? new AbortController();
    this.#refusals.set(version, known);
    return known;
  }

  #failure(
    site: Site,
    identity: Identity,
    decision: Extract<Decision, { next: 'refuse' }> | typeof elsewhere,
  ): SessionFailure {
    if (decision.because === 'rejected') return this.refusalFailure(site, identity, decision.refusal);
    return new SessionFailure(renewalNotice(decision.because, site, identity.account), site);
  }

  async #read(site: Site, account: string): Promise<Stamped> {
    const { record, stamp } = await this.#stored(site, () =>
      this.#dependencies.store.read(keyOf(site, account)),
    );
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
      const { unsafeFolder: folder } = error;
      const notice =
        folder === undefined ? sessionNotice('store', site) : sessionNotice('storeUnsafe', site, { folder });
      throw new SessionFailure(notice, site);
    }
  }
}

const keyOf = (site: Site, account: string): string => `${siteKey(site)} ${account}`;
