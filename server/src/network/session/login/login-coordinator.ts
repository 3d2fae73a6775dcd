/** Coordinates the logins of all windows by the login rule. */
import { hostOf } from '../../http/http-client.ts';
import { HttpFailure } from '../../http/http-failure.ts';
import { siteKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Identity } from '../credentials.ts';
import { refusalNotice, renewalNotice, SessionFailure, sessionNotice } from '../session-failure.ts';
import { lease, LoginAttempt, type AccountRecord, type LoginAttemptDependencies } from './login-attempt.ts';
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
import type { Presence } from '../../../files/owner-presence.ts';
import { change, StoreFailure, type RevisedRecord, type RecordStore } from './record-store.ts';

export interface LoginCoordinatorDependencies extends LoginAttemptDependencies {
  readonly store: RecordStore;
  /** A new unique name. */
  readonly newLogin: () => string;
  /** The session of a site has changed. */
  readonly changed: (site: Site) => void;
}

export interface ObtainRequest {
  readonly site: Site;
  readonly identity: Identity;
  readonly trigger: 'click' | 'run';
  /** The login whose session has expired or is lost. */
  readonly stale?: string | undefined;
  /** This run has signed in already: it may use the login of another process, but not start one. */
  readonly hasSignedIn?: boolean;
  readonly signal: AbortSignal;
}

/** A login to use, and the number of requests that this process sent for it. */
export interface Login {
  readonly login: string;
  readonly requests: number;
}

const elsewhere = { next: 'refuse', because: 'unknown.elsewhere' } as const;
const spent = { next: 'refuse', because: 'expiredAgain' } as const;

/** Applies the login rule: one login at a time over all windows, with a write-ahead before it and its verdict after it. */
export class LoginCoordinator {
  readonly #dependencies: LoginCoordinatorDependencies;
  /** Pending logins of this process. */
  readonly #pending = new Set<string>();
  /** The refusals that this process knows, by version, even if the store failed to record them. */
  readonly #refused = new Map<string, Refusal>();
  /** The controllers that abort when a version is refused, by version. */
  readonly #refusals = new Map<string, AbortController>();

  constructor(dependencies: LoginCoordinatorDependencies) {
    this.#dependencies = dependencies;
  }

  /** The login record of an account. */
  async record(site: Site, account: string): Promise<LoginRecord> {
    return (await this.#read(site, account)).record;
  }

  /**
   * A login that the rule allows to use: an earlier one, that of another process, or a new one.
   * Fails as a `SessionFailure`, or as an `HttpFailure` if the credentials were not sent.
   */
  async obtain(request: ObtainRequest): Promise<Login> {
    const { site, identity, stale, hasSignedIn = false, signal } = request;
    const { version } = identity;
    const key = keyOf(site, identity.account);
    let { trigger } = request;
    for (;;) {
      const { record, revision } = await this.#read(site, identity.account);
      if (signal.aborted) throw new HttpFailure('cancelled', hostOf(site.url), {}, 0);
      const now = this.#dependencies.clock.date();
      const decision = decide(record, { version, trigger, stale, now });
      if (decision.next === 'use') return { login: decision.login, requests: 0 };
      if (decision.next === 'refuse') throw this.#failure(site, identity, decision);
      if (decision.next === 'wait') {
        // The user clicked before this login was known: its outcome is the response to the click.
        trigger = 'run';
        await this.#wait(request, key, revision, decision.pending);
        continue;
      }
      if (decision.next === 'ask') {
        const { login, owner } = decision;
        const attempt = { version, login };
        if ((await this.#presence(owner, login)) === 'here') throw this.#failure(site, identity, elsewhere);
        await this.change(site, identity.account, current => orphaned(current, attempt));
        continue;
      }
      if (hasSignedIn) throw this.#failure(site, identity, spent);
      const automatic = trigger === 'run' ? { automatic: now } : {};
      const attempt = { version, login: this.#dependencies.newLogin(), ...automatic };
      const next = begun(record, attempt, this.#dependencies.store.owner, now);
      const loginAttempt = new LoginAttempt(
        site,
        identity,
        attempt,
        this.#dependencies,
        this.#accountRecord(site, identity, attempt),
      );
      let isWritten = false;
      this.#pending.add(attempt.login);
      try {
        isWritten = await this.#withStore(site, () => this.#dependencies.store.replace(key, revision, next));
      } finally {
        // A write that fails may still be stored; without `#perform` nothing is sent.
        if (!isWritten) this.#pending.delete(attempt.login);
      }
      if (isWritten) return this.#perform(loginAttempt, request, attempt, allSessionLogins(record));
    }
  }

  /** Records that a version was refused while it was used: immediately in this process, before anything else happens. */
  async refuse(site: Site, identity: Identity, refusal: Refusal): Promise<SessionFailure> {
    const { account, version } = identity;
    await this.#changeAndNotify(site, account, record => refusing(record, version, refusal), {
      version,
      refusal,
    });
    return this.refusalFailure(site, identity, refusal);
  }

  refusalFailure(site: Site, { account }: Identity, refusal: Refusal, requests = 0): SessionFailure {
    return new SessionFailure(refusalNotice(refusal, site, account), site, requests);
  }

  /** Whether these credentials may be sent now: no window knows that they were refused. */
  canUse(site: Site, { account, version }: Identity): boolean {
    if (this.#refused.has(version)) return false;
    const record = this.#dependencies.store.readNow(keyOf(site, account));
    return record !== undefined && valueOf(record.refused, version) === undefined;
  }

  /** Fires when these credentials are refused in this process. */
  refusedSignal({ version }: Identity): AbortSignal {
    return this.#refusal(version).signal;
  }

  /** Applies a transition to the record of an account. */
  async change(
    site: Site,
    account: string,
    transition: (record: LoginRecord) => LoginRecord,
  ): Promise<LoginRecord> {
    return this.#withStore(site, () => change(this.#dependencies.store, keyOf(site, account), transition));
  }

  /**
   * Waits for the login of another process. It is given up if that process is gone; if it takes longer than a login
   * lasts, other versions may be sent. For a process on another machine, only that time is known.
   */
  async #wait(
    { site, signal }: ObtainRequest,
    key: string,
    revision: number,
    pending: Pending,
  ): Promise<void> {
    const { store, clock } = this.#dependencies;
    const isOverdue = Math.abs(clock.date() - pending.since) > lease;
    await this.#withStore(site, async () => {
      const presence = await this.#presence(pending.owner, pending.login);
      if (presence !== 'gone' && !isOverdue) await store.changed(key, revision, signal);
      else await change(store, key, record => (presence === 'here' ? overdue : orphaned)(record, pending));
    });
  }

  /** Whether the owner of a login may continue it. A login of this process has ended if it is not pending here. */
  async #presence(owner: string, login: string): Promise<Presence> {
    const { store } = this.#dependencies;
    return owner === store.owner && !this.#pending.has(login) ? 'gone' : store.presence(owner);
  }

  /** Makes the attempt that the write-ahead has recorded. */
  async #perform(
    loginAttempt: LoginAttempt,
    { site, identity: { account } }: ObtainRequest,
    { login }: Attempt,
    earlier: readonly string[],
  ): Promise<Login> {
    const { credentials, changed } = this.#dependencies;
    changed(site);
    try {
      await loginAttempt.perform();
      for (const earlierLogin of earlier)
        await credentials.forgetSession({ site, account, login: earlierLogin });
      return { login, requests: 1 };
    } finally {
      this.#pending.delete(login);
    }
  }

  #accountRecord(site: Site, { account }: Identity, attempt: Attempt): AccountRecord {
    const { version } = attempt;
    return {
      read: () => this.record(site, account),
      isRefused: () => this.#refused.has(version),
      settle: verdict => {
        const refused = verdict.kind === 'rejected' ? { version, refusal: verdict.refusal } : undefined;
        return this.#changeAndNotify(site, account, record => settled(record, attempt, verdict), refused);
      },
    };
  }

  async #changeAndNotify(
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
    const controller = this.#refusals.get(version) ?? new AbortController();
    this.#refusals.set(version, controller);
    return controller;
  }

  #failure(
    site: Site,
    identity: Identity,
    decision: Extract<Decision, { next: 'refuse' }> | typeof elsewhere,
  ): SessionFailure {
    if (decision.because === 'rejected') return this.refusalFailure(site, identity, decision.refusal);
    return new SessionFailure(renewalNotice(decision.because, site, identity.account), site);
  }

  async #read(site: Site, account: string): Promise<RevisedRecord> {
    const { record, revision } = await this.#withStore(site, () =>
      this.#dependencies.store.read(keyOf(site, account)),
    );
    return {
      revision,
      record: { ...record, refused: { ...record.refused, ...Object.fromEntries(this.#refused) } },
    };
  }

  async #withStore<T>(site: Site, work: () => Promise<T>): Promise<T> {
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
