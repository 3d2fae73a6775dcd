import type { HttpClient, HttpRequest } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import type { Clock } from '../http/clock.ts';
import { defaultLimits } from '../http/limits.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site } from '../protocol/sites.ts';
import type { Identity } from './credentials.ts';
import { refusalNotice, SessionFailure, sessionNotice, type SessionCode } from './session-failure.ts';
import type { SessionCookieJar } from './cookie-jar.ts';
import type { CredentialStore } from './credential-store.ts';
import type { LoginAnswer } from './schemes/scheme.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import { isUnderWay, type Attempt, type LoginRecord, type Verdict } from './login-rule.ts';
import { stopwatch } from './stopwatch.ts';

/** Two requests (a wiki's token, then the password) and a minute: after that (milliseconds) a login is held up. */
export const lease = 2 * defaultLimits.total + 60_000;
/** Milliseconds from the write-ahead to the last moment for the credentials: their answer comes within the lease. */
const latest = lease - defaultLimits.total;
/** Milliseconds from the last look at the record to the bytes: a connection, and a little. */
const fresh = defaultLimits.connect + 5_000;

export interface LoginAttemptDependencies {
  readonly credentials: CredentialStore;
  /** Sends each request once: no retries, no redirects. Heeds `mayGo`. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly userAgent: () => string;
}

/** What is known of the account of this login. */
export interface Book {
  read(): Promise<LoginRecord>;
  /** Whether this process knows that the version was refused, without a look outside. */
  isRefused(): boolean;
  /** Notes the verdict; answers the record with it. */
  settle(verdict: Verdict): Promise<LoginRecord>;
}

interface Outcome {
  readonly verdict: Verdict;
  readonly jar?: SessionCookieJar | undefined;
  /** What the caller hears. */
  readonly failure?: unknown;
}

/**
 * One login, after its write-ahead: reads the secret, sends it at most once, keeps the session, notes the verdict.
 *
 * This process can be stopped at any step, for any time, while others give its attempt up. So there are two looks
 * before the credentials go out: at the record, which must still hold this attempt as the one under way; then, when
 * the connection stands and in the same turn in which the bytes are handed to the system, at both clocks and at what
 * this process knows of the version. Whoever is too late sends nothing, and says so in the record. What is left is a
 * stop between that last look and the system's sending (a few instructions, or a sleep of the whole machine with
 * the bytes in its buffer), and a sleep of the machine during which its clock is set back by about as much: then
 * the version goes out late. It still goes out once, because nobody else sends it while this process is there
 * (`decide`), and each version stands for one entry by a person. Only from another machine with the same folder nobody
 * can tell whether this process is there: after the lease, a click there sends the version again.
 */
export class LoginAttempt {
  readonly #site: Site;
  readonly #identity: Identity;
  readonly #attempt: Attempt;
  readonly #dependencies: LoginAttemptDependencies;
  readonly #book: Book;
  readonly #age: () => number;
  /** How far the credentials came. */
  #stage: 'kept' | 'cleared' | 'heldUp' | 'out' = 'kept';

  /** To be made before the write-ahead, whose age counts from then on. */
  constructor(
    site: Site,
    identity: Identity,
    attempt: Attempt,
    dependencies: LoginAttemptDependencies,
    book: Book,
  ) {
    this.#site = site;
    this.#identity = identity;
    this.#attempt = attempt;
    this.#dependencies = dependencies;
    this.#book = book;
    this.#age = stopwatch(dependencies.clock);
  }

  /** Goes on to its verdict whoever stops waiting for it. Rejects as `Logins.obtain` does. */
  async perform(): Promise<void> {
    const { verdict, jar, failure } = await this.#outcome();
    const { state } = await this.#book.settle(verdict);
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

  /** Reads the secret, sends it, and lets it go. */
  async #send(): Promise<LoginAnswer> {
    const { credentials, client, userAgent } = this.#dependencies;
    const site = this.#site;
    const current = await credentials.credentials(site);
    if (current?.version !== this.#attempt.version) throw this.#failure('changed');
    const { signal } = new AbortController();
    const clear = (request: HttpRequest): Promise<HttpRequest> => this.#clear(request);
    return schemeOf(site).logIn({
      site,
      credentials: current,
      client,
      userAgent: userAgent(),
      signal,
      clear,
    });
  }

  /** The first look; the request takes the second one with it, and goes once, whatever the library below would repeat. */
  async #clear(request: HttpRequest): Promise<HttpRequest> {
    const sinceLook = stopwatch(this.#dependencies.clock);
    const { state } = await this.#book.read();
    if (!isUnderWay(state, this.#attempt.login) || this.#age() > latest) throw this.#failure('late');
    this.#stage = 'cleared';
    const mayGo = (): boolean => {
      if (this.#stage !== 'cleared') return false;
      const isLate = sinceLook() > fresh || this.#age() > latest || this.#book.isRefused();
      this.#stage = isLate ? 'heldUp' : 'out';
      return !isLate;
    };
    return { ...request, mayGo };
  }

  #afterFailure(error: unknown): Outcome {
    const verdict = { kind: 'unsent' } as const;
    if (this.#stage === 'heldUp') return { verdict, failure: this.#failure('late') };
    // The client asks whether it may go before it writes anything.
    if (this.#stage !== 'out') return { verdict, failure: error };
    const failure = error instanceof HttpFailure ? this.#failure('unknown', 1) : error;
    return { verdict: { kind: 'unknown' }, failure };
  }

  /** Keeps the new session before anybody hears of it; if the credentials changed meanwhile it is ended instead. */
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

  /** Ends a session that nobody is to use. */
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

/** Words an answer that is not a success. */
function noticeOf(answer: Exclude<LoginAnswer, { kind: 'accepted' }>, site: Site, account: string): Notice {
  if (answer.kind === 'rejected') return refusalNotice(answer.refusal, site, account);
  if (answer.throttled) return sessionNotice('unknown.throttled', site, { account });
  return sessionNotice('unknown.answered', site, { account, status: answer.status });
}
