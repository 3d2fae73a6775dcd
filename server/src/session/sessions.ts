import { mayHoldCredentials, siteRoot } from '../common/site-address.ts';
import { HttpFailure, type HttpClient } from '../http/client.ts';
import type { Clock } from '../http/clock.ts';
import type { SessionState } from '../protocol/login.ts';
import type { Site } from '../protocol/sites.ts';
import { SessionClient, type Purpose, type SessionClientDependencies } from './session-client.ts';
import type { Credentials, KeptSession } from './credentials.ts';
import { CredentialChanges } from './credential-changes.ts';
import { refusalNotice, SessionFailure, sessionNotice, type SessionCode } from './failure.ts';
import { LoginCoordinator } from './login-coordinator.ts';
import { CredentialStore } from './credential-store.ts';
import type { Session } from './schemes/scheme.ts';
import { schemeOf } from './schemes/schemes.ts';
import { signedOut, valueOf } from './login-rule.ts';
import type { StateStore } from './state-store.ts';
import type { Vault } from './vault.ts';

/** The outside of the sessions. */
export interface SessionsOptions {
  readonly store: StateStore;
  readonly vault: Vault;
  /** Sends each request once. */
  readonly raw: HttpClient;
  /** Repeats reads and follows redirects, where nothing secret is in them. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly userAgent: () => string;
  /** A name that nothing else has. */
  readonly newLogin: () => string;
  /** Something about the session of a site changed: `state` tells what. */
  readonly changed: (site: Site) => void;
}

/** The sessions with all sites: what a person asks for, and the clients that runs send with. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #edges: SessionClientDependencies;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const box = new CredentialStore(options.vault);
    const { store, raw, clock, userAgent, newLogin, changed, client } = options;
    const logins = new LoginCoordinator({ store, box, client: raw, clock, userAgent, newLogin, changed });
    this.#edges = { logins, box, epochs: new CredentialChanges(), client, changed };
  }

  /** A client for one run; nothing is closed with it. */
  client(site: Site, purpose: Purpose): HttpClient {
    return new SessionClient(site, purpose, this.#edges);
  }

  /**
   * A person asks to sign in. A session that still holds is used on; else the credentials are sent, once.
   * Rejects with the client's `HttpFailure` where the site could not be reached.
   */
  async signIn(site: Site, signal: AbortSignal): Promise<SessionState> {
    const { box, epochs, logins } = this.#edges;
    try {
      const credentials = await box.credentials(site);
      epochs.change(siteRoot(site.url), credentials?.version);
      if (!credentials) return await this.state(site);
      if (!mayHoldCredentials(site.url)) throw new SessionFailure(sessionNotice('insecure', site), site);
      const { holds, stale } = await this.#check(site, credentials, signal);
      if (!holds) {
        await logins.obtain({ site, identity: credentials, trigger: 'click', stale, signal });
      }
      return await this.state(site);
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return this.#withMessage(site, error);
    } finally {
      this.#options.changed(site);
    }
  }

  /**
   * Ends an account's session at the server, and forgets it; of the account in use, which is meant where none is
   * named, the credentials are forgotten too. Answers the state after it.
   */
  async signOut(site: Site, signal: AbortSignal, named?: string): Promise<SessionState> {
    const { box, epochs, logins } = this.#edges;
    try {
      const credentials = await box.credentials(site).catch(unreadable);
      const account = named ?? credentials?.account;
      const other = credentials !== undefined && account !== credentials.account;
      if (!other) {
        epochs.change(siteRoot(site.url), undefined);
        await box.forgetCredentials(site);
      }
      if (account === undefined) return await this.state(site);
      const kept = await box.session(site, account);
      const told = !kept || (await this.#end(site, account, kept, signal));
      if (kept) {
        await box.forgetSession(site, account, kept.login);
        await logins.change(site, account, record => signedOut(record, kept.login));
      }
      const state = await this.state(site);
      if (told && !other) return state;
      const { message } = sessionNotice(told ? 'signedOut.other' : 'signedOut.here', site, { account });
      return { ...state, message };
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return this.#withMessage(site, error);
    } finally {
      this.#options.changed(site);
    }
  }

  /** How things stand, without asking the site. */
  async state(site: Site): Promise<SessionState> {
    const { box, logins } = this.#edges;
    try {
      const identity = await box.identity(site);
      if (!identity) return stateOf('anonymous', 'state.anonymous', site);
      const { account, version, kind } = identity;
      const { state, refused, doubtful } = await logins.record(site, account);
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
      const kept = await box.session(site, account);
      return kept?.version === version
        ? stateOf('signedIn', 'state.signedIn', site, account)
        : stateOf('expired', 'state.expired', site, account);
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error;
      return { state: 'anonymous', message: error.notice.message };
    }
  }

  /** Asks the site whether the kept session holds; else answers the login that is over, and ends a session of former credentials. */
  async #check(
    site: Site,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<{ readonly holds: boolean; readonly stale?: string }> {
    const { box, logins } = this.#edges;
    const { account, version } = credentials;
    if (credentials.kind === 'token') return { holds: false };
    // Its session is kept before a login is recorded: read in this order, one that is not there is lost.
    const { state } = await logins.record(site, account);
    const kept = await box.session(site, account);
    if (!kept) {
      return { holds: false, ...(state.status === 'accepted' ? { stale: state.login } : {}) };
    }
    if (kept.version !== version) {
      await this.#end(site, account, kept, signal);
      await box.forgetSession(site, account, kept.login);
      return { holds: false };
    }
    const session: Session = { kind: 'cookies', account, jar: kept.jar };
    const scheme = schemeOf(site);
    const request = scheme.authorize(scheme.probe(site, this.#options.userAgent()), session);
    const response = await this.#options.raw.send(request, signal);
    const judgement = scheme.judge(response, session);
    if (judgement.kind === 'refused') throw await logins.refuse(site, credentials, judgement.refusal);
    const elsewhere = response.status >= 300 && response.status < 400;
    if (judgement.kind === 'holds' && !elsewhere) return { holds: true };
    await box.forgetSession(site, account, kept.login);
    return { holds: false, stale: kept.login };
  }

  /** Ends a session at the server; false = it could not be told. */
  async #end(site: Site, account: string, { jar }: KeptSession, signal: AbortSignal): Promise<boolean> {
    const { raw, userAgent } = this.#options;
    const session: Session = { kind: 'cookies', account, jar };
    try {
      return await schemeOf(site).logOut(site, session, raw, userAgent(), signal);
    } catch (error) {
      if (error instanceof HttpFailure) return false;
      throw error;
    }
  }

  /** The state with what just happened in words. */
  async #withMessage(site: Site, { notice }: SessionFailure): Promise<SessionState> {
    return { ...(await this.state(site)), message: notice.message };
  }
}

function stateOf(state: SessionState['state'], code: SessionCode, site: Site, account = ''): SessionState {
  const { message } = sessionNotice(code, site, { account });
  return { state, message, ...(account === '' ? {} : { account }) };
}

/** To sign out nothing need be readable. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof SessionFailure)) throw error;
  return undefined;
}
