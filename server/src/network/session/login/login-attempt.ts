/** Makes one login: sends the secret, stores the session, records the verdict. */
import type { HttpClient, HttpRequest } from '../../http/http-client.ts';
import { HttpFailure } from '../../http/http-failure.ts';
import { type Clock, stopwatch } from '../../http/clock.ts';
import { defaultLimits } from '../../http/limits.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Identity } from '../credentials.ts';
import { refusalNotice, SessionFailure, sessionNotice, type SessionCode } from '../session-failure.ts';
import type { SessionCookieJar } from '../cookie-jar.ts';
import type { CredentialStore } from '../credential-store.ts';
import type { LoginAnswer } from '../schemes/scheme.ts';
import { schemeOf } from '../schemes/scheme-of.ts';
import { isPending, type Attempt, type LoginRecord, type Verdict } from './login-rule.ts';

/** Milliseconds after which a login counts as suspended: two requests (a wiki's token, the password) and a minute. */
export const lease = 2 * defaultLimits.total + 60_000;
/** Milliseconds from the write-ahead in which the credentials may be sent: the response is received within the lease. */
const sendLimit = lease - defaultLimits.total;
/** Milliseconds from the last read of the record to the sending: a connection, and a margin. */
const readLimit = defaultLimits.connect + 5_000;

export interface LoginAttemptDependencies {
  readonly credentials: CredentialStore;
  /** Sends each request once, without retries and redirects. Supports `canSend`. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly userAgent: () => string;
}

/** The login record of the account of this login. */
export interface AccountRecord {
  read(): Promise<LoginRecord>;
  /** Whether this process knows that the version was refused, without reading the record. */
  isRefused(): boolean;
  /** Records the verdict; returns the record with it. */
  settle(verdict: Verdict): Promise<LoginRecord>;
}

interface Outcome {
  readonly verdict: Verdict;
  readonly jar?: SessionCookieJar | undefined;
  /** The reason with which the caller's promise is rejected. */
  readonly failure?: unknown;
}

/**
 * One login, after its write-ahead: reads the secret, sends it at most once, stores the session, records the verdict.
 *
 * This process can be suspended at any step, for any time, while other processes give up its attempt. So there are two
 * checks before the credentials are sent. First, the record must still name this attempt as the pending one. Then, once
 * the connection is established and in the same turn in which the bytes are passed to the system, both clocks are read
 * and the version must not be known as refused. An attempt that is too late sends nothing, and records that.
 *
 * The version is still sent late if the process is suspended between the last check and the system's sending (a few
 * instructions, or a sleep of the whole machine with the bytes in its buffer), or if the machine sleeps while its clock
 * is set back by about as much. Even then it is sent once: no other process sends it while this one exists (`decide`),
 * and each version is one entry by the user. Only another machine or container with the same folder cannot know whether
 * this process exists: after the lease, a click there sends the version again.
 */
export class LoginAttempt {
  readonly #site: Site;
  readonly #identity: Identity;
  readonly #attempt: Attempt;
  readonly #dependencies: LoginAttemptDependencies;
  readonly #record: AccountRecord;
  readonly #age: () => number;
  /** How far the sending of the credentials is. */
  #stage: 'unsent' | 'approved' | 'tooLate' | 'sent' = 'unsent';

  /** To be created before the write-ahead: its age counts from then on. */
  constructor(
    site: Site,
    identity: Identity,
    attempt: Attempt,
    dependencies: LoginAttemptDependencies,
    record: AccountRecord,
  ) {
    this.#site = site;
    this.#identity = identity;
    this.#attempt = attempt;
    this.#dependencies = dependencies;
    this.#record = record;
    this.#age = stopwatch(dependencies.clock);
  }

  /** Continues to the verdict even if no caller waits any more. Rejects as `LoginCoordinator.obtain` does. */
  async perform(): Promise<void> {
    const { verdict, jar, failure } = await this.#outcome();
    const { state } = await this.#record.settle(verdict);
    const isTaken = state.status === 'accepted' && state.login === this.#attempt.login;
    if (jar && !isTaken) {
      const { account } = this.#identity;
      const { login } = this.#attempt;
      await this.#dependencies.credentials.forgetSession({ site: this.#site, account, login });
      await this.#end(jar);
    }
    if (failure !== undefined) throw failure;
    if (verdict.kind === 'accepted' && !isTaken) throw this.#failure('changed');
  }

  async #outcome(): Promise<Outcome> {
    let answer: LoginAnswer;
    try {
      answer = await this.#send();
    } catch (error) {
      return this.#afterFailure(error);
    }
    if (answer.kind === 'accepted') return this.#keep(answer.jar);
    const verdict: Verdict = answer.kind === 'rejected' ? answer : { kind: 'unknown' };
    const notice = noticeOf(answer, this.#site, this.#identity.account);
    return { verdict, failure: new SessionFailure(notice, this.#site, 1) };
  }

  /** Reads the secret and sends it. */
  async #send(): Promise<LoginAnswer> {
    const { credentials, client, userAgent } = this.#dependencies;
    const site = this.#site;
    const current = await credentials.credentials(site);
    if (current?.version !== this.#attempt.version) throw this.#failure('changed');
    const { signal } = new AbortController();
    const approve = (request: HttpRequest): Promise<HttpRequest> => this.#approve(request);
    return schemeOf(site).logIn({
      site,
      credentials: current,
      client,
      userAgent: userAgent(),
      signal,
      approve,
    });
  }

  /** The first check. The returned request contains the second one, which prevents a repetition by the library too. */
  async #approve(request: HttpRequest): Promise<HttpRequest> {
    const sinceRead = stopwatch(this.#dependencies.clock);
    const { state } = await this.#record.read();
    if (!isPending(state, this.#attempt.login) || this.#age() > sendLimit) throw this.#failure('late');
    this.#stage = 'approved';
    const canSend = (): boolean => {
      if (this.#stage !== 'approved') return false;
      const isLate = sinceRead() > readLimit || this.#age() > sendLimit || this.#record.isRefused();
      this.#stage = isLate ? 'tooLate' : 'sent';
      return !isLate;
    };
    return { ...request, canSend };
  }

  #afterFailure(error: unknown): Outcome {
    const verdict = { kind: 'unsent' } as const;
    if (this.#stage === 'tooLate') return { verdict, failure: this.#failure('late') };
    // The client calls `canSend` before it writes anything.
    if (this.#stage !== 'sent') return { verdict, failure: error };
    const failure = error instanceof HttpFailure ? this.#failure('unknown', 1) : error;
    return { verdict: { kind: 'unknown' }, failure };
  }

  /** Stores the new session before it is reported. If the credentials have changed meanwhile, the session is ended instead. */
  async #keep(jar: SessionCookieJar | undefined): Promise<Outcome> {
    const { credentials } = this.#dependencies;
    if (!jar) return { verdict: { kind: 'accepted' } };
    const { version, login } = this.#attempt;
    const current = await credentials.identity(this.#site).catch(() => undefined);
    if (current?.version !== version) {
      await this.#end(jar);
      return { verdict: { kind: 'accepted' }, failure: this.#failure('changed') };
    }
    const session = { version, login, jar };
    const isSaved = await credentials.keepSession(this.#site, this.#identity.account, session);
    return { verdict: { kind: 'accepted', unsaved: !isSaved }, jar };
  }

  /** Ends a session that must not be used. */
  async #end(jar: SessionCookieJar): Promise<void> {
    const { client, userAgent } = this.#dependencies;
    const session = { kind: 'cookies', account: this.#identity.account, jar } as const;
    const { signal } = new AbortController();
    await schemeOf(this.#site)
      .logOut(this.#site, session, client, userAgent(), signal)
      .catch(() => false);
  }

  #failure(code: SessionCode, requests = 0): SessionFailure {
    const { account } = this.#identity;
    return new SessionFailure(sessionNotice(code, this.#site, { account }), this.#site, requests);
  }
}

/** The message for a response that is not a success. */
function noticeOf(answer: Exclude<LoginAnswer, { kind: 'accepted' }>, site: Site, account: string): Notice {
  if (answer.kind === 'rejected') return refusalNotice(answer.refusal, site, account);
  if (answer.throttled) return sessionNotice('unknown.throttled', site, { account });
  return sessionNotice('unknown.answered', site, { account, status: answer.status });
}
