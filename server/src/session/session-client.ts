import { isWithinSite, mayHoldCredentials, siteRoot } from '../common/site-address.ts';
import {
  HttpFailure,
  hostOf,
  parseUrl,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '../http/client.ts';
import type { Site } from '../protocol/sites.ts';
import type { Identity } from './credentials.ts';
import type { CredentialChanges } from './credential-changes.ts';
import { SessionFailure, sessionNotice, type SessionCode } from './failure.ts';
import type { LoginCoordinator } from './login-coordinator.ts';
import { redactSession } from './redact-session.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Session } from './schemes/scheme.ts';
import { schemeOf } from './schemes/schemes.ts';
import { proven } from './login-rule.ts';

/**
 * `background`: uses a session that is there, never makes one. `session`: the same, and sends nothing without one, nor
 * anything that holds a password or a token of an account as Basic.
 */
export type Purpose = 'run' | 'background' | 'session';

export interface SessionClientDependencies {
  readonly logins: LoginCoordinator;
  readonly box: CredentialStore;
  readonly epochs: CredentialChanges;
  /** With retries and redirects as reads have them: it sees what is secret in a request, and does less then. */
  readonly client: HttpClient;
  /** Something about the session of a site changed. */
  readonly changed: (site: Site) => void;
}

/** A session in the hand, the login that it comes from, and the requests that it took. */
interface Held {
  readonly session: Session;
  readonly login: string;
  readonly requests: number;
}

/** Whose session a run uses, `undefined` = nobody's, and what fires when the credentials change. */
interface Entered {
  readonly identity: Identity | undefined;
  readonly changed: AbortSignal;
}

/** A page for logging in, where a site sends visitors whose session is over. */
const loginPath = /\/(?:login|signin)\b/i;
/** How often one request may find its session over: the one that was kept, then a newer one. */
const mostEndings = 3;

/**
 * The client of one run: it shows the session, logs in when that is needed and the rule allows it, goes
 * on with a new session of the same account, and stops when the credentials change.
 */
export class SessionClient implements HttpClient {
  readonly #site: Site;
  readonly #purpose: Purpose;
  readonly #edges: SessionClientDependencies;
  /** Whose session this run uses. Decided by the first request. */
  #entered: Promise<Entered> | undefined;
  /** The login whose session is known to have worked. */
  #proven: string | undefined;

  constructor(site: Site, purpose: Purpose, edges: SessionClientDependencies) {
    this.#site = site;
    this.#purpose = purpose;
    this.#edges = edges;
  }

  /** Fails as a `SessionFailure` where there is no session to send it with. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { identity, changed } = await this.#enter();
    if (!identity) return this.#sendAlone(request, signal);
    if (!isWithinSite(request.url, this.#site.url))
      throw this.#failure('offSite', { host: hostOf(request.url) });
    if (changed.aborted) throw this.#failure('changed');
    try {
      return await this.#send(request, identity, AbortSignal.any([signal, changed]));
    } catch (error) {
      if (changed.aborted && !signal.aborted) throw this.#failure('changed');
      throw error;
    }
  }

  /** The sockets belong to all runs. */
  async close(): Promise<void> {}

  async #send(request: HttpRequest, identity: Identity, signal: AbortSignal): Promise<HttpResponse> {
    const { box, changed } = this.#edges;
    let requests = 0;
    let stale: string | undefined;
    for (let endings = 0; endings < mostEndings; endings++) {
      const held = await untilAborted(this.#hold(identity, stale, signal), signal, this.#site);
      if (!held) return this.#sendAlone(request, signal);
      const scheme = schemeOf(this.#site);
      const response = await this.#answer(scheme.authorize(request, held.session), signal);
      requests += held.requests + (response?.requests ?? 1);
      const judgement = response ? scheme.judge(response, held.session) : { kind: 'over' as const };
      if (response && judgement.kind === 'holds') {
        await this.#learn(response, identity, held);
        return { ...redactSession(response, held.session), requests };
      }
      await box.forgetSession(this.#site, identity.account, held.login);
      if (judgement.kind === 'refused') {
        throw (await this.#edges.logins.refuse(this.#site, identity, judgement.refusal)).after(requests);
      }
      changed(this.#site);
      stale = held.login;
    }
    throw this.#failure('useless', { account: identity.account }, requests);
  }

  /** As nobody. */
  async #sendAlone(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    if (this.#purpose === 'session') throw this.#failure('state.anonymous');
    return this.#edges.client.send(request, signal);
  }

  /** As nobody, where nothing works in the background. */
  async #enter(): Promise<Entered> {
    const { epochs, box } = this.#edges;
    this.#entered ??= epochs.enter(siteRoot(this.#site.url), () => box.identity(this.#site));
    try {
      return await this.#entered;
    } catch (error) {
      this.#entered = undefined;
      if (this.#purpose === 'run' || !(error instanceof SessionFailure)) throw error;
      return { identity: undefined, changed: new AbortController().signal };
    }
  }

  /** The session to show: that of a later login than `stale`. `undefined` = go without, in the background. */
  async #hold(identity: Identity, stale: string | undefined, signal: AbortSignal): Promise<Held | undefined> {
    const background = this.#purpose !== 'run';
    if (!mayHoldCredentials(this.#site.url)) {
      if (background) return undefined;
      throw this.#failure('insecure');
    }
    if (identity.kind === 'token') return this.#holdToken(identity, background, signal);
    const { box, logins } = this.#edges;
    let requests = 0;
    let over = stale;
    for (;;) {
      const kept = await box.session(this.#site, identity.account);
      if (kept && kept.version === identity.version && kept.login !== over) {
        const session = { kind: 'cookies', account: identity.account, jar: kept.jar } as const;
        return { session, login: kept.login, requests };
      }
      if (background) return undefined;
      const want = { site: this.#site, identity, trigger: 'run', stale: over, signal } as const;
      const login = await logins.obtain(want);
      requests += login.requests;
      // Where the session of this login is not kept, it is as good as over.
      if ((await box.session(this.#site, identity.account))?.login !== login.login) over = login.login;
    }
  }

  /** A token is sent with every request, but only after it was accepted once. */
  async #holdToken(identity: Identity, background: boolean, signal: AbortSignal): Promise<Held | undefined> {
    const { box, logins } = this.#edges;
    if (this.#purpose === 'session' && identity.account !== '') return undefined;
    if (background) {
      const { state, refused } = await logins.record(this.#site, identity.account);
      const accepted = state.status === 'accepted' && state.version === identity.version;
      if (!accepted || Object.hasOwn(refused, identity.version)) return undefined;
    }
    const { login, requests } = await logins.obtain({ site: this.#site, identity, trigger: 'run', signal });
    const credentials = await box.credentials(this.#site);
    if (credentials?.version !== identity.version) throw this.#failure('changed');
    const { account, secret } = credentials;
    return { session: { kind: 'token', account, secret }, login, requests };
  }

  /** `undefined` = the site sent us to its page for logging in: the session is over. */
  async #answer(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | undefined> {
    try {
      return await this.#edges.client.send(request, signal);
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.kind !== 'redirect') throw error;
      const to = parseUrl(String(error.detail['location']));
      if (to?.origin === parseUrl(this.#site.url)?.origin && loginPath.test(to?.pathname ?? ''))
        return undefined;
      throw error;
    }
  }

  /** The session worked: notes that, once, and takes over the cookies that the answer sets. */
  async #learn(
    { setCookie, url }: HttpResponse,
    { account }: Identity,
    { session, login }: Held,
  ): Promise<void> {
    const { box, logins } = this.#edges;
    if (this.#proven !== login) {
      this.#proven = login;
      await logins.change(this.#site, account, record => proven(record, login));
    }
    if (session.kind === 'cookies' && setCookie.length > 0) {
      await box.rotate(this.#site, account, login, setCookie, url);
    }
  }

  #failure(code: SessionCode, holes: Readonly<Record<string, string>> = {}, requests = 0): SessionFailure {
    return new SessionFailure(sessionNotice(code, this.#site, holes), this.#site, requests);
  }
}

/** Stops waiting when the signal fires; what was waited for goes on. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal, site: Site): Promise<T> {
  const cancelled = (): HttpFailure => new HttpFailure('cancelled', hostOf(site.url), {}, 0);
  if (signal.aborted) {
    work.catch(() => undefined);
    return Promise.reject(cancelled());
  }
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
