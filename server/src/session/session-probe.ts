import type { HttpClient, HttpResponse } from '../http/client.ts';
import type { Site } from '../protocol/sites.ts';
import type { Refusal } from './login-rule.ts';
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
  /** Sends each request once: no retries, no redirects. */
  readonly raw: HttpClient;
  readonly userAgent: () => string;
}

/**
 * Asks a site whether a session holds, by a request that only reads. One answer that refuses a session is no proof
 * that it is over: a resource can refuse it for reasons of its own.
 */
export class SessionProbe {
  readonly #dependencies: SessionProbeDependencies;
  /** By login. */
  readonly #underWay = new Map<string, Promise<ProbeResult>>();

  constructor(dependencies: SessionProbeDependencies) {
    this.#dependencies = dependencies;
  }

  /** Once for all who ask at the same time. Rejects with the client's `HttpFailure`. */
  ask(site: Site, session: CookieSession, login: string): Promise<ProbeResult> {
    const underWay = this.#underWay.get(login);
    if (underWay) return underWay;
    const asking = this.#ask(site, session).finally(() => this.#underWay.delete(login));
    this.#underWay.set(login, asking);
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
