/** Sends the requests of a run with a session's cookies. */
import type { HttpRequest, HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { SessionKey } from './credential-store.ts';
import type { KeptSession } from './credentials.ts';
import { renewalNotice, SessionFailure, sessionNotice, type SessionCode } from './session-failure.ts';
import { sessionLogins, type Refusal } from './login/login-rule.ts';
import { redactFailure, redactSession } from './redaction/redact-session.ts';
import type { CookieSession, Judgement } from './schemes/scheme.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import {
  recordProof,
  RequestCount,
  untilAborted,
  type Sender,
  type SessionDependencies,
  type SessionRun,
} from './sender.ts';
import { isLoginPage } from './login-page.ts';

/**
 * How often a request is sent, at most: with the stored session and with a newer one, each again where another process
 * replaces its cookies, and once more.
 */
const maximumTurns = 5;

/** A session to send a request with, and the login that started it. */
interface Held {
  readonly session: CookieSession;
  readonly login: string;
}

/** The outcome of a request; without a response, the site redirected to its login page. */
interface Answer {
  readonly response?: HttpResponse;
  readonly judgement: Judgement;
}

/**
 * Sends a run's requests with the session cookies of an account. A run signs in if there is no session, and once if the
 * session has expired, as the login rule allows. Background requests neither start nor end a session.
 */
export class CookieSender implements Sender {
  readonly #run: SessionRun;
  readonly #dependencies: SessionDependencies;
  /** The login whose session has worked. */
  #proven: string | undefined;
  /** This run has signed in, which it does once. */
  #hasSignedIn = false;

  constructor(run: SessionRun, dependencies: SessionDependencies) {
    this.#run = run;
    this.#dependencies = dependencies;
  }

  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | undefined> {
    const count = new RequestCount();
    return count.countInFailure(() => this.#send(request, count, signal));
  }

  async #send(
    request: HttpRequest,
    count: RequestCount,
    signal: AbortSignal,
  ): Promise<HttpResponse | undefined> {
    const { site, purpose, identity } = this.#run;
    let stale: string | undefined;
    for (let turn = 0; turn < maximumTurns; turn++) {
      const held = await untilAborted(this.#hold(request.url, stale, count, signal), signal, site);
      if (!held) return undefined;
      const { response, judgement } = await this.#ask(request, held, signal);
      count.add(response?.requests ?? 1);
      if (response && judgement.kind === 'holds') {
        await this.#learn(response, held);
        return { ...redactSession(response, held.session), requests: count.sent };
      }
      if (purpose !== 'run') {
        this.#dependencies.background.add(held.login, request.url);
        return undefined;
      }
      if (judgement.kind === 'refused') throw await this.#refuse(held.login, judgement.refusal);
      if (await this.#dropIfExpired(held, request.url, count, signal)) stale = held.login;
    }
    throw new SessionFailure(renewalNotice('expiredAgain', site, identity.account), site);
  }

  /** The session to send, other than that of the login `refused`; `undefined` = none, which only a background request accepts. */
  async #hold(
    url: string,
    refused: string | undefined,
    count: RequestCount,
    signal: AbortSignal,
  ): Promise<Held | undefined> {
    const { site, purpose, identity } = this.#run;
    const { logins, background } = this.#dependencies;
    let stale = refused;
    for (;;) {
      const record = await logins.record(site, identity.account);
      for (const login of sessionLogins(record, identity.version)) {
        const isExcluded = login === stale || (purpose !== 'run' && background.has(login, url));
        const keptSession = isExcluded ? undefined : await this.#usable(login, url);
        if (keptSession) return { session: this.#session(keptSession), login };
      }
      if (purpose !== 'run') return undefined;
      const want = { site, identity, trigger: 'run', stale, hasSignedIn: this.#hasSignedIn, signal } as const;
      const { login, requests } = await logins.obtain(want);
      count.add(requests);
      if (requests > 0) this.#hasSignedIn = true;
      // A login whose session is not stored is treated as expired.
      if (!(await this.#usable(login, url))) stale = login;
    }
  }

  /** The stored session of a login; `undefined` = none, or none with a cookie for this URL. */
  async #usable(login: string, url: string): Promise<KeptSession | undefined> {
    const { site, identity } = this.#run;
    const keptSession = await this.#dependencies.credentials.session(this.#key(login));
    const isUsable =
      keptSession?.version === identity.version &&
      schemeOf(site).sessionCookies(keptSession.jar, url).length > 0;
    return isUsable ? keptSession : undefined;
  }

  async #ask(request: HttpRequest, { session }: Held, signal: AbortSignal): Promise<Answer> {
    const { site } = this.#run;
    const scheme = schemeOf(site);
    try {
      const response = await this.#dependencies.client.send(scheme.authorize(request, session), signal);
      return { response, judgement: scheme.judge(response, session) };
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      const { kind, detail } = error;
      if (kind === 'redirect' && isLoginPage(String(detail['location']), site))
        return { judgement: { kind: 'over' } };
      throw redactFailure(error, session, request.url);
    }
  }

  /**
   * Deletes a session that was refused if the probe says that it has expired. Returns whether it is gone, here or by
   * another process; `false` = only its cookies were replaced, and the request is sent again with the new ones. Throws where
   * the session is valid or that is not clear.
   */
  async #dropIfExpired(held: Held, url: string, count: RequestCount, signal: AbortSignal): Promise<boolean> {
    const { site, identity } = this.#run;
    const { credentials, probe, changed } = this.#dependencies;
    const sent = held.session.jar.header(url);
    const isReplaced = ({ jar }: KeptSession): boolean => jar.header(url) !== sent;
    const keptSession = await this.#usable(held.login, url);
    if (!keptSession) return true;
    if (isReplaced(keptSession)) return false;
    count.add(1);
    const result = await untilAborted(probe.ask(site, held.session, held.login), signal, site);
    switch (result.kind) {
      case 'holds':
        await this.#prove(held.login);
        throw this.#failure('refusedHere', { account: identity.account });
      case 'unclear':
        throw this.#failure('unverified', { account: identity.account, status: result.status });
      case 'refused':
        throw await this.#refuse(held.login, result.refusal);
      case 'over': {
        const now = await this.#usable(held.login, url);
        if (now && isReplaced(now)) return false;
        await credentials.forgetSession(this.#key(held.login));
        changed(site);
        return true;
      }
    }
  }

  async #refuse(login: string, refusal: Refusal): Promise<SessionFailure> {
    const { site, identity } = this.#run;
    const { logins, credentials } = this.#dependencies;
    const failure = await logins.refuse(site, identity, refusal);
    await credentials.forgetSession(this.#key(login));
    return failure;
  }

  /** The session worked: records that, and stores the cookies that the response sets. */
  async #learn({ setCookie, url }: HttpResponse, { login }: Held): Promise<void> {
    const { site, purpose } = this.#run;
    const { credentials, changed } = this.#dependencies;
    await this.#prove(login);
    if (setCookie.length === 0 || (await credentials.rotate(this.#key(login), setCookie, url))) return;
    if (purpose !== 'run') return;
    // The response deletes the session: further requests would be anonymous.
    await credentials.forgetSession(this.#key(login));
    changed(site);
  }

  async #prove(login: string): Promise<void> {
    if (this.#proven === login) return;
    this.#proven = login;
    await recordProof(this.#run, this.#dependencies, login);
  }

  #key(login: string): SessionKey {
    return { site: this.#run.site, account: this.#run.identity.account, login };
  }

  #session({ jar }: KeptSession): CookieSession {
    return { kind: 'cookies', account: this.#run.identity.account, jar };
  }

  #failure(code: SessionCode, values: Readonly<Record<string, string | number>>): SessionFailure {
    return new SessionFailure(sessionNotice(code, this.#run.site, values), this.#run.site);
  }
}
