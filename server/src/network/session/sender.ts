/** The interface for sending requests as an account. */
import { hostOf, type HttpClient, type HttpRequest, type HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { BackgroundRefusals } from './background-refusals.ts';
import type { CredentialChanges } from './credential-changes.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Identity } from './credentials.ts';
import type { LoginCoordinator } from './login/login-coordinator.ts';
import { proven } from './login/login-rule.ts';
import type { SessionProbe } from './session-probe.ts';

/**
 * `run`: starts a session where the site has an account.
 * `background`: uses an existing session, never starts or ends one.
 * `session`: as `background`, and sends nothing without a session.
 * `watch`: never starts or ends a session; anonymous only where the site has no account, so that the account's rows are
 * never replaced by others.
 */
export type Purpose = 'run' | 'background' | 'session' | 'watch';

export interface SessionDependencies {
  readonly logins: LoginCoordinator;
  readonly credentials: CredentialStore;
  readonly changes: CredentialChanges;
  readonly probe: SessionProbe;
  readonly background: BackgroundRefusals;
  /** Sends requests with retries and redirects, except those with secrets. */
  readonly client: HttpClient;
  /** The session with a site has started, ended or changed. */
  readonly changed: (site: Site) => void;
}

/** A run, and whose credentials it uses. */
export interface SessionRun {
  readonly site: Site;
  readonly purpose: Purpose;
  readonly identity: Identity;
}

/** Sends the requests of one run as an account. */
export interface Sender {
  /**
   * `undefined` = there is no session, in the background: the request was not sent, or its response is discarded.
   * Fails as a `SessionFailure` if a run has no session.
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | undefined>;
}

/** Stops waiting when the signal fires; the work continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, site: Site): Promise<T> {
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

/** Records that the session or token of a login was accepted; after a run's request, background requests may use it again. */
export async function recordProof(
  { site, purpose, identity }: SessionRun,
  { logins, background }: Pick<SessionDependencies, 'logins' | 'background'>,
  login: string,
): Promise<void> {
  if (purpose === 'run') background.forget(login);
  await logins.change(site, identity.account, record => proven(record, login));
}

/** The requests that were sent for one request. */
export class RequestCount {
  sent = 0;

  add(requests: number): void {
    this.sent += requests;
  }

  /** Runs `work`; a failure also counts the requests sent before it. */
  async countInFailure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof HttpFailure ? error.after(this.sent + error.requests) : error;
    }
  }
}
