/** Signs in and out, and creates the clients of runs. */
import { mayHoldCredentials } from '#shared/base/site-address.ts';
import type { HttpClient } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Clock } from '../http/clock.ts';
import { siteKey, type SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { BackgroundRefusals } from './background-refusals.ts';
import { CredentialChanges } from './credential-changes.ts';
import { CredentialStore, type SessionKey } from './credential-store.ts';
import type { Identity, KeptSession } from './credentials.ts';
import { refusalNotice, SessionFailure, sessionNotice, type SessionCode } from './session-failure.ts';
import { LoginCoordinator } from './login/login-coordinator.ts';
import {
  allSessionLogins,
  decide,
  sessionLogins,
  signedOut,
  valueOf,
  type LoginRecord,
} from './login/login-rule.ts';
import type { Session } from './schemes/scheme.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import { untilAborted, type Purpose, type SessionDependencies } from './sender.ts';
import { SessionClient } from './session-client.ts';
import { SessionProbe } from './session-probe.ts';
import type { RecordStore } from './login/record-store.ts';
import type { Vault } from './vault.ts';

/** The dependencies of the sessions. */
export interface SessionsOptions {
  readonly store: RecordStore;
  readonly vault: Vault;
  /** Sends each request once, without retries and redirects. */
  readonly raw: HttpClient;
  /** Repeats reads and follows redirects, except for requests with secrets. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly userAgent: () => string;
  /** A new unique name. */
  readonly newLogin: () => string;
  /** The session of a site has changed: `state` returns the new state. */
  readonly changed: (site: Site) => void;
}

/** The sessions with all sites: signing in and out, and the clients of runs. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #dependencies: SessionDependencies;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const credentials = new CredentialStore(options.vault);
    const { store, raw, clock, userAgent, newLogin, changed, client } = options;
    this.#dependencies = {
      logins: new LoginCoordinator({
        store,
        credentials,
        client: raw,
        clock,
        userAgent,
        newLogin,
        changed,
      }),
      credentials,
      changes: new CredentialChanges(),
      probe: new SessionProbe({ raw, userAgent }),
      background: new BackgroundRefusals(),
      client,
      changed,
    };
  }

  /** A client for one run; closing it has no effect. */
  client(site: Site, purpose: Purpose): HttpClient {
    return new SessionClient(site, purpose, this.#dependencies);
  }

  /**
   * The user signs in. A session that is still valid is used; otherwise the credentials are sent once. Rejects with the
   * client's `HttpFailure` if the site could not be reached.
   */
  async signIn(site: Site, signal: AbortSignal): Promise<SessionState> {
    const { credentials, changes, logins } = this.#dependencies;
    try {
      const current = await credentials.credentials(site);
      changes.change(siteKey(site), current?.version);
      if (!current) return await this.state(site);
      if (!mayHoldCredentials(site.url)) throw new SessionFailure(sessionNotice('insecure', site), site);
      const { holds, stale } = await this.#check(site, current, signal);
      if (!holds) await logins.obtain({ site, identity: current, trigger: 'click', stale, signal });
      return await this.state(site);
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return this.#withMessage(site, error);
    } finally {
      this.#options.changed(site);
    }
  }

  /**
   * Ends the session of an account (default: the account in use) at the server, and removes it; the credentials of the
   * account in use are removed too. Returns the state afterwards.
   */
  async signOut(site: Site, signal: AbortSignal, named?: string): Promise<SessionState> {
    const { credentials, changes, logins } = this.#dependencies;
    try {
      const current = await credentials.credentials(site).catch(unreadable);
      const account = named ?? current?.account;
      // Read first: a delayed sign-out must not end a session that was started meanwhile.
      const storedRecord =
        account === undefined ? undefined : await logins.record(site, account).catch(unreadable);
      const isOther = current !== undefined && account !== current.account;
      if (!isOther) {
        changes.change(siteKey(site), undefined);
        await credentials.forgetCredentials(site);
      }
      if (account === undefined) return await this.state(site);
      const record = storedRecord ?? (await logins.record(site, account));
      const isConfirmed = await this.#endSessions(site, account, record, signal);
      const state = await this.state(site);
      if (isConfirmed && !isOther && state.state !== 'anonymous') return state;
      const message = isOther ? 'signedOut.other' : 'signedOut';
      const code = isConfirmed ? message : 'signedOut.here';
      return { ...state, message: sessionNotice(code, site, { account }).message };
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return this.#withMessage(site, error);
    } finally {
      this.#options.changed(site);
    }
  }

  /** The state of a site's session, without a request to the site. */
  async state(site: Site): Promise<SessionState> {
    const { credentials, logins } = this.#dependencies;
    try {
      const identity = await credentials.identity(site);
      if (!identity) return stateOf('anonymous', 'state.anonymous', site);
      return await this.#stateOf(site, identity, await logins.record(site, identity.account));
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return { state: 'anonymous', message: error.notice.message };
    }
  }

  async #stateOf(site: Site, identity: Identity, record: LoginRecord): Promise<SessionState> {
    const { account, version, kind } = identity;
    const { state, refused, doubtful } = record;
    const refusal = valueOf(refused, version);
    if (refusal) {
      const { message, loginUrl } = refusalNotice(refusal, site, account);
      const challenged = refusal.reason === 'challenge' ? 'challenge' : 'rejected';
      return { state: challenged, account, message, ...(loginUrl === undefined ? {} : { loginUrl }) };
    }
    if (state.status === 'pending' && (await this.#options.store.presence(state.owner)) !== 'gone') {
      return stateOf('pending', 'state.pending', site, account);
    }
    if (Object.hasOwn(doubtful, version)) return stateOf('unknown', 'unknown', site, account);
    if (state.status !== 'accepted' || state.version !== version) {
      return stateOf('anonymous', 'state.ready', site, account);
    }
    if (kind === 'token') {
      const code = account === '' ? 'state.signedInByToken' : 'state.signedIn';
      return stateOf('signedIn', code, site, account);
    }
    const { login } = state;
    const keptSession = await this.#dependencies.credentials.session({ site, account, login });
    if (keptSession) return stateOf('signedIn', 'state.signedIn', site, account);
    const now = this.#options.clock.date();
    const { next } = decide(record, { version, trigger: 'run', stale: login, now });
    const code = next === 'refuse' ? 'state.expiredAgain' : 'state.expired';
    return stateOf('expired', code, site, account);
  }

  /** Whether the stored session is valid, or else the login whose session has expired. A session of former credentials is ended. */
  async #check(
    site: Site,
    { account, version, kind }: Identity,
    signal: AbortSignal,
  ): Promise<{ readonly holds: boolean; readonly stale?: string }> {
    const { credentials, logins } = this.#dependencies;
    if (kind === 'token') return { holds: false };
    // A session is stored before its login is recorded: in this order of reading, a missing session is lost.
    const record = await logins.record(site, account);
    const { state } = record;
    if (state.status === 'accepted' && state.version !== version) {
      await this.#endSession({ site, account, login: state.login }, signal);
    }
    for (const login of sessionLogins(record, version)) {
      const keptSession = await credentials.session({ site, account, login });
      if (keptSession && (await this.#holds({ site, account, login }, version, keptSession, signal)))
        return { holds: true };
    }
    const isLost = state.status === 'accepted' && state.version === version;
    return { holds: false, ...(isLost ? { stale: state.login } : {}) };
  }

  /** Checks a session with the site; an expired one is removed. */
  async #holds(
    key: SessionKey,
    version: string,
    { jar }: KeptSession,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { credentials, logins, probe } = this.#dependencies;
    const { site, account, login } = key;
    const result = await untilAborted(
      probe.ask(site, { kind: 'cookies', account, jar }, login),
      signal,
      site,
    );
    if (result.kind === 'holds') return true;
    if (result.kind === 'refused')
      throw await logins.refuse(site, { account, version, kind: 'password' }, result.refusal);
    // After a click, a redirect to anywhere means that the session has expired.
    const isOver = result.kind === 'over' || (result.status >= 300 && result.status < 400);
    if (!isOver)
      throw new SessionFailure(sessionNotice('unverified', site, { account, status: result.status }), site);
    // Another window may have stored newer cookies meanwhile, which were not checked.
    const now = await credentials.session(key);
    if (now && now.jar.header(site.url) !== jar.header(site.url))
      return this.#holds(key, version, now, signal);
    await credentials.forgetSession(key);
    return false;
  }

  /** Ends and removes the sessions of an account; false = the server did not confirm all. */
  async #endSessions(
    site: Site,
    account: string,
    record: LoginRecord,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { logins } = this.#dependencies;
    let isConfirmed = true;
    for (const login of allSessionLogins(record)) {
      if (!(await this.#endSession({ site, account, login }, signal))) isConfirmed = false;
    }
    if (record.state.status === 'accepted') {
      const { login } = record.state;
      await logins.change(site, account, current => signedOut(current, login));
    }
    return isConfirmed;
  }

  /** Ends a session at the server, and removes it; false = the server did not confirm. */
  async #endSession(key: SessionKey, signal: AbortSignal): Promise<boolean> {
    const { credentials } = this.#dependencies;
    const { raw, userAgent } = this.#options;
    const { site, account } = key;
    const keptSession = await credentials.session(key);
    if (!keptSession) return true;
    const session: Session = { kind: 'cookies', account, jar: keptSession.jar };
    const isConfirmed = await schemeOf(site)
      .logOut(site, session, raw, userAgent(), signal)
      .catch((error: unknown) => {
        if (error instanceof HttpFailure) return false;
        throw error;
      });
    await credentials.forgetSession(key);
    return isConfirmed;
  }

  /** The state with the message of a failure. */
  async #withMessage(site: Site, { notice }: SessionFailure): Promise<SessionState> {
    return { ...(await this.state(site)), message: notice.message };
  }
}

function stateOf(state: SessionState['state'], code: SessionCode, site: Site, account = ''): SessionState {
  const { message } = sessionNotice(code, site, { account });
  return { state, message, ...(account === '' ? {} : { account }) };
}

/** Signing out works even if the records or credentials cannot be read. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof SessionFailure)) throw error;
  return undefined;
}
