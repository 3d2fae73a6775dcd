import { hostOf, type HttpClient, type HttpRequest, type HttpResponse, trySend } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import type { Clock } from '../http/clock.ts';
import type { Limits } from '../http/limits.ts';
import { countdown, longestWait } from '../http/retry-after.ts';
import type { Notice } from '../protocol/notice.ts';
import type { wikiNotices } from './notices.ts';
import { mostWaits, type Wait } from './backoff.ts';

/** What a site is asked through. */
export interface BackoffDependencies {
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly userAgent: string;
}

export interface SiteAddress {
  readonly name: string;
  readonly url: string;
}

/** Hears how a question goes. */
export interface Listener {
  requests(count: number): void;
  waiting(wait: Wait): void;
}

/** Why there is no answer. */
export interface Refusal {
  readonly notice: Notice;
}

/** One question to a site, and how its answer is read. */
export interface Exchange<Answer> {
  readonly site: SiteAddress;
  readonly notices: Pick<typeof wikiNotices, 'of' | 'failure'>;
  /** The first request goes by POST. */
  readonly post: boolean;
  readonly compose: (post: boolean) => HttpRequest;
  readonly read: (response: HttpResponse, request: HttpRequest) => Answer | Refusal;
  /** Whether, and how long, to wait before the same request is sent again. */
  readonly wait: (response: HttpResponse, answer: Answer | Refusal, waits: number) => Wait | undefined;
}

/**
 * Asks a site once, and again after a pause where it says that it is busy, at most `mostWaits` times.
 * A URL that is too long for the server goes by POST. Never rejects for what a site does.
 */
export async function sendWithBackoff<Answer>(
  edges: BackoffDependencies,
  { site, notices, post: first, compose, read, wait: waitFor }: Exchange<Answer>,
  listener: Listener,
  signal: AbortSignal,
): Promise<Answer | Refusal> {
  const holes = { site: site.name, host: hostOf(site.url) };
  let post = first;
  for (let waits = 0; ;) {
    const request = compose(post);
    const sent = await trySend(edges.client, request, signal);
    listener.requests(sent.requests);
    if (sent instanceof HttpFailure) return { notice: notices.failure(sent, site.name) };
    if (sent.status === 414 && !post && request.method === 'GET') {
      post = true;
      continue;
    }
    const answer = read(sent, request);
    const wait = waitFor(sent, answer, waits);
    if (!wait) return answer;
    const { reason, seconds } = wait;
    if (seconds > longestWait) return { notice: notices.of('waitTooLong', { ...holes, seconds }) };
    if (waits >= mostWaits) return { notice: notices.of('waitedEnough', { ...holes, times: waits }) };
    waits++;
    await countdown(seconds, edges.clock, signal, left => listener.waiting({ reason, seconds: left }));
    if (signal.aborted) return { notice: notices.of('cancelled', holes) };
  }
}
