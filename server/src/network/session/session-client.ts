/** The HTTP client of one run. */
import { isWithinSite, mayHoldCredentials } from '#shared/base/site-address.ts';
import { hostOf, type HttpClient, type HttpRequest, type HttpResponse } from '../http/http-client.ts';
import { siteKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { CookieSender } from './cookie-sender.ts';
import type { Identity } from './credentials.ts';
import { SessionFailure, sessionNotice, type SessionCode } from './session-failure.ts';
import type { Purpose, Sender, SessionDependencies } from './sender.ts';
import { TokenSender } from './token-sender.ts';

/** The account of a run (`undefined` = anonymous), and a signal for a change of the credentials. */
interface Entered {
  readonly identity: Identity | undefined;
  readonly sender: Sender | undefined;
  readonly changed: AbortSignal;
}

/**
 * The client of one run: sends the session with each request, signs in if necessary and permitted by the login rule,
 * continues with a new session of the same account, and stops when the credentials change.
 */
export class SessionClient implements HttpClient {
  readonly #site: Site;
  readonly #purpose: Purpose;
  readonly #dependencies: SessionDependencies;
  /** Set by the first request. */
  #entered: Promise<Entered> | undefined;

  constructor(site: Site, purpose: Purpose, dependencies: SessionDependencies) {
    this.#site = site;
    this.#purpose = purpose;
    this.#dependencies = dependencies;
  }

  /** Fails as a `SessionFailure` if there is no session to send it with. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { identity, sender, changed } = await this.#enter();
    if (!identity) return this.#sendAnonymously(request, signal);
    if (!isWithinSite(request.url, this.#site.url))
      throw this.#failure('offSite', { host: hostOf(request.url) });
    if (!sender && this.#purpose === 'run') throw this.#failure('insecure');
    if (changed.aborted) throw this.#failure('changed');
    try {
      const response = await sender?.send(request, AbortSignal.any([signal, changed]));
      if (response) return response;
      if (this.#purpose === 'watch') throw this.#failure('watchWaits');
      return await this.#sendAnonymously(request, signal);
    } catch (error) {
      if (changed.aborted && !signal.aborted) throw this.#failure('changed');
      throw error;
    }
  }

  /** All runs share the sockets. */
  async close(): Promise<void> {}

  async #sendAnonymously(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    if (this.#purpose === 'session') throw this.#failure('state.anonymous');
    return { ...(await this.#dependencies.client.send(request, signal)), isAnonymous: true };
  }

  /** In the background, failures lead to anonymous requests, but not of a watched query. */
  async #enter(): Promise<Entered> {
    this.#entered ??= this.#newEntry();
    try {
      return await this.#entered;
    } catch (error) {
      this.#entered = undefined;
      const isStrict = this.#purpose === 'run' || this.#purpose === 'watch';
      if (isStrict || !(error instanceof SessionFailure)) throw error;
      return { identity: undefined, sender: undefined, changed: new AbortController().signal };
    }
  }

  async #newEntry(): Promise<Entered> {
    const { changes, credentials } = this.#dependencies;
    const { identity, changed } = await changes.enter(siteKey(this.#site), () =>
      credentials.identity(this.#site),
    );
    const isSafe = mayHoldCredentials(this.#site.url);
    return { identity, changed, sender: identity && isSafe ? this.#senderFor(identity) : undefined };
  }

  #senderFor(identity: Identity): Sender {
    const run = { site: this.#site, purpose: this.#purpose, identity };
    return identity.kind === 'token'
      ? new TokenSender(run, this.#dependencies)
      : new CookieSender(run, this.#dependencies);
  }

  #failure(code: SessionCode, values: Readonly<Record<string, string>> = {}): SessionFailure {
    return new SessionFailure(sessionNotice(code, this.#site, values), this.#site);
  }
}
