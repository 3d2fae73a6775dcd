import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Refusal } from './login/login-rule.ts';
import type { CookieSession } from './schemes/scheme.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import { isLoginPage } from './login-page.ts';

export type ProbeResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'over' }
  /** The account itself is refused. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unclear'; readonly status: number };

export interface SessionProbeDependencies {
  /** Sends each request once, without retries and redirects. */
  readonly raw: HttpClient;
  readonly userAgent: () => string;
}

/**
 * Checks whether a session is valid, with a request that only reads. One refused request is no proof that the session
 * has expired: the resource itself may refuse it.
 */
export class SessionProbe {
  readonly #dependencies: SessionProbeDependencies;
  /** The pending requests, by login. */
  readonly #pending = new Map<string, Promise<ProbeResult>>();

  constructor(dependencies: SessionProbeDependencies) {
    this.#dependencies = dependencies;
  }

  /** One request for all concurrent calls. Rejects with the client's `HttpFailure`. */
  ask(site: Site, session: CookieSession, login: string): Promise<ProbeResult> {
    const pending = this.#pending.get(login);
    if (pending) return pending;
    const asking = this.#ask(site, session).finally(() => this.#pending.delete(login));
    this.#pending.set(login, asking);
    return asking;
  }

  async #ask(site: Site, session: CookieSession): Promise<ProbeResult> {
    const { raw, userAgent } = this.#dependencies;
    const scheme = schemeOf(site);
    const { signal } = new AbortController();
    const request = scheme.authorize(scheme.probe(site, userAgent()), session);
    const response = await raw.send(request, signal);
    const judgement = scheme.judge(response, session);
    if (judgement.kind !== 'holds') return judgement;
    if (scheme.provesSession(response)) return judgement;
    return redirectsToLogin(response, site) ? { kind: 'over' } : { kind: 'unclear', status: response.status };
  }
}

function redirectsToLogin({ status, headers, url }: HttpResponse, site: Site): boolean {
  return status >= 300 && status < 400 && isLoginPage(headers['location'] ?? '', site, url);
}
