/** Sends the requests of a run with a token. */
import type { HttpRequest, HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { SessionFailure, sessionNotice } from './session-failure.ts';
import { valueOf, type Refusal } from './login/login-rule.ts';
import { redactFailure, redactSession } from './redaction/redact-session.ts';
import type { TokenSession } from './schemes/scheme.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import { tokenRefusal } from './schemes/tracker-scheme.ts';
import {
  recordProof,
  RequestCount,
  untilAborted,
  type Sender,
  type SessionDependencies,
  type SessionRun,
} from './sender.ts';

/** A token to send a request with, and the login that accepted it. */
interface Held {
  readonly session: TokenSession;
  readonly login: string;
}

/**
 * Sends a run's requests with a token, once the site has accepted it. The first refusal is final: right before a request
 * is written, it is checked whether the token was refused meanwhile, here or in another window, and requests that wait
 * for a connection are cancelled.
 */
export class TokenSender implements Sender {
  readonly #run: SessionRun;
  readonly #dependencies: SessionDependencies;
  #isProven = false;

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
    const { site, purpose } = this.#run;
    const { background } = this.#dependencies;
    const held = await untilAborted(this.#hold(count, signal), signal, site);
    if (!held) return undefined;
    const response = await this.#sendWithToken(request, held, signal);
    const judgement = schemeOf(site).judge(response, held.session);
    if (judgement.kind === 'holds') {
      await this.#prove(held.login);
      return { ...redactSession(response, held.session), requests: count.sent + response.requests };
    }
    count.add(response.requests);
    if (judgement.kind === 'refused') throw await this.#refuse(judgement.refusal);
    if (purpose === 'run') throw await this.#refuse(tokenRefusal(response));
    // Perhaps only this resource refuses the token; a run will show.
    background.add(held.login, site.url);
    return undefined;
  }

  /** In the background, only a token that was accepted before. */
  async #hold(count: RequestCount, signal: AbortSignal): Promise<Held | undefined> {
    const { site, purpose, identity } = this.#run;
    const { logins, credentials, background } = this.#dependencies;
    if (purpose !== 'run') {
      const { state, refused: refusedVersions } = await logins.record(site, identity.account);
      const isAccepted = state.status === 'accepted' && state.version === identity.version;
      if (!isAccepted || Object.hasOwn(refusedVersions, identity.version)) return undefined;
      if (background.has(state.login, site.url)) return undefined;
    }
    const { login, requests } = await logins.obtain({ site, identity, trigger: 'run', signal });
    count.add(requests);
    const current = await credentials.credentials(site);
    if (current?.version !== identity.version) throw new SessionFailure(sessionNotice('changed', site), site);
    const { account, secret } = current;
    return { session: { kind: 'token', account, secret }, login };
  }

  async #sendWithToken(request: HttpRequest, { session }: Held, signal: AbortSignal): Promise<HttpResponse> {
    const { site, identity } = this.#run;
    const { logins, client } = this.#dependencies;
    const canSend = (): boolean => logins.canUse(site, identity);
    const authorized = { ...schemeOf(site).authorize(request, session), canSend };
    try {
      return await client.send(authorized, AbortSignal.any([signal, logins.refusedSignal(identity)]));
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (error.kind !== 'cancelled' || signal.aborted) throw redactFailure(error, session, request.url);
      const refusal = await this.#knownRefusal();
      throw refusal ? logins.refusalFailure(site, identity, refusal, error.requests) : error;
    }
  }

  async #knownRefusal(): Promise<Refusal | undefined> {
    const { site, identity } = this.#run;
    const { refused: refusedVersions } = await this.#dependencies.logins.record(site, identity.account);
    return valueOf(refusedVersions, identity.version);
  }

  #refuse(refusal: Refusal): Promise<SessionFailure> {
    const { site, identity } = this.#run;
    return this.#dependencies.logins.refuse(site, identity, refusal);
  }

  async #prove(login: string): Promise<void> {
    if (this.#isProven) return;
    this.#isProven = true;
    await recordProof(this.#run, this.#dependencies, login);
  }
}
