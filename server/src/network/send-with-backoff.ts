/** Sends a request to a site, and repeats it if the site is busy. */
import { hostOf, type HttpClient, type HttpRequest, type HttpResponse, trySend } from './http/http-client.ts';
import { HttpFailure } from './http/http-failure.ts';
import type { Clock } from './http/clock.ts';
import type { Limits } from './http/limits.ts';
import type { RateLimits } from './http/rate-limit.ts';
import { countdown, maxWaitSeconds, retryAfter } from './http/retry-after.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { type commonNotices, withReason } from './network-notices.ts';
import type { Progress } from '#shared/protocol/run.ts';
import type { ApiMessage } from '#shared/protocol/request.ts';

/** The dependencies of requests to a site. */
export interface BackoffDependencies {
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly userAgent: string;
  /** When each site accepts requests again; absent = every request is sent at once. */
  readonly rateLimits?: RateLimits;
  /** Does not wait for a busy site: the request fails, with the time that the site requests. */
  readonly isBackground?: boolean;
}

/** Receives the progress of a request. */
export interface Listener {
  requests(count: number): void;
  waiting(wait: Wait): void;
  /** The bytes of a response. */
  received?(bytes: number): void;
  /** The seconds that passed before the request was sent again. */
  waited?(seconds: number): void;
}

/** Ignores the progress of a request. */
export const silentListener: Listener = { requests() {}, waiting() {} };

/** The reason why there is no response. */
export interface Refusal {
  readonly notice: Notice;
  /** The seconds after which the site may be requested again; only in the background. */
  readonly retryAfter?: number;
}

/** A request to a site, and how its response is read. */
export interface Exchange<Answer> {
  readonly site: SiteAddress;
  readonly notices: Pick<typeof commonNotices, 'of' | 'failure'>;
  /** The first request is a POST. */
  readonly post: boolean;
  readonly compose: (post: boolean) => HttpRequest;
  readonly read: (response: HttpResponse, request: HttpRequest) => Answer | Refusal;
  /** How long to wait before the same request is sent again; `undefined` = it is not. */
  readonly wait: (response: HttpResponse, answer: Answer | Refusal, waits: number) => Wait | undefined;
}

/**
 * Sends a request, and repeats it after a pause if the site is busy, at most `maximumWaits` times. A URL that is too long
 * for the server is sent by POST. Never rejects because of the site.
 */
export async function sendWithBackoff<Answer>(
  dependencies: BackoffDependencies,
  { site, notices, post: first, compose, read, wait: waitBefore }: Exchange<Answer>,
  listener: Listener,
  signal: AbortSignal,
): Promise<Answer | Refusal> {
  const host = hostOf(site.url);
  const values = { site: site.name, host };
  const { clock, rateLimits, isBackground } = dependencies;
  let post = first;
  for (let waits = 0; ;) {
    const pause = rateLimits?.secondsFor(host, clock) ?? 0;
    if (pause > 0 && isBackground === true)
      return { notice: notices.of('waitTooLong', { ...values, seconds: pause }), retryAfter: pause };
    if (pause > 0) await pauseFor({ reason: 'throttled', seconds: pause }, clock, listener, signal);
    if (signal.aborted) return { notice: notices.of('cancelled', values) };
    const request = compose(post);
    const sent = await trySend(dependencies.client, request, signal);
    listener.requests(sent.requests);
    if (sent instanceof HttpFailure) return { notice: notices.failure(sent, site.name) };
    rateLimits?.receive(host, sent.headers, clock);
    listener.received?.(sent.body.reduce((sum, { byteLength }) => sum + byteLength, 0));
    if (sent.status === 414 && !post && request.method === 'GET') {
      post = true;
      continue;
    }
    const answer = read(sent, request);
    const wait = waitBefore(sent, answer, waits);
    if (!wait) return answer;
    const { seconds } = wait;
    if (isBackground === true)
      return { notice: notices.of('waitTooLong', { ...values, seconds }), retryAfter: seconds };
    if (seconds > maxWaitSeconds) return { notice: notices.of('waitTooLong', { ...values, seconds }) };
    if (waits >= maximumWaits)
      return { notice: withReason(notices.of('waitedEnough', { ...values, times: waits }), sent) };
    waits++;
    await pauseFor(wait, clock, listener, signal);
    if (signal.aborted) return { notice: notices.of('cancelled', values) };
  }
}

/** Waits, and tells how long still and how long it was. */
async function pauseFor(
  { reason, seconds }: Wait,
  clock: Clock,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const begin = clock.now();
  await countdown(seconds, clock, signal, left => listener.waiting({ reason, seconds: left }));
  listener.waited?.((clock.now() - begin) / 1000);
}

export type Wait = NonNullable<Progress['wait']>;

/** How often a request is repeated, at most, because the site is busy. */
const maximumWaits = 5;
/** Minimum seconds to wait when a wiki reports lag or a rate limit. */
const minimum = 5;

/**
 * How long to wait, and why, before the same request may be sent again; `undefined` = waiting does not help. More than
 * `maxWaitSeconds` seconds = not within this run.
 */
export function waitFor(
  response: HttpResponse,
  errors: readonly ApiMessage[],
  waits: number,
  clock: Clock,
): Wait | undefined {
  const requested = retryAfter(response.headers, clock);
  const backoff = Math.min(maxWaitSeconds, minimum * 2 ** waits);
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('maxlag')) return { reason: 'lag', seconds: Math.max(backoff, requested ?? 0) };
  if (codes.has('ratelimited')) return { reason: 'throttled', seconds: Math.max(backoff, requested ?? 0) };
  if (response.status === 429) return { reason: 'throttled', seconds: requested ?? backoff };
  // A fault of the wiki itself, such as a database that did not answer: it passes, or it does not.
  if (waits === 0 && errors.some(({ code }) => code.startsWith('internal_api_error')))
    return { reason: 'retry', seconds: minimum };
  return response.status === 503 && requested !== undefined
    ? { reason: 'retry', seconds: requested }
    : undefined;
}

/** The usage of a run so far. */
export interface Usage {
  readonly requests: number;
  /** Bytes of the responses, decompressed. */
  readonly bytes: number;
  /** Seconds spent waiting because the site was busy or requested it. */
  readonly waited: number;
}

/** Counts what a run uses: requests, bytes, and the time that a site makes it wait. */
export class RunMeter {
  #requests = 0;
  #bytes = 0;
  #waited = 0;

  get requests(): number {
    return this.#requests;
  }

  get usage(): Usage {
    return { requests: this.#requests, bytes: this.#bytes, waited: Math.round(this.#waited) };
  }

  /** @param changed called after each count, and while the run waits with what it waits for */
  listener(changed: (wait?: Wait) => void): Listener {
    return {
      requests: count => {
        this.#requests += count;
        changed();
      },
      waiting: wait => changed(wait),
      received: bytes => {
        this.#bytes += bytes;
      },
      waited: seconds => {
        this.#waited += seconds;
      },
    };
  }
}
