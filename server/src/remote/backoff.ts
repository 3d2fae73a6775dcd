import type { HttpResponse } from '../http/client.ts';
import type { Clock } from '../http/clock.ts';
import { longestWait, retryAfter } from '../http/retry-after.ts';
import type { Progress } from '../protocol/run.ts';
import type { ApiMessage } from './remote.ts';

export type Wait = NonNullable<Progress['wait']>;

/** How often a request is repeated, at most, because the site is busy. */
export const maximumWaits = 5;
/** Minimum seconds to wait when a wiki reports lag or a rate limit. */
const minimum = 5;

/**
 * How long to wait, and why, before the same request may be sent again; `undefined` = waiting does not help. More than
 * `longestWait` seconds = not within this run.
 */
export function waitFor(
  response: HttpResponse,
  errors: readonly ApiMessage[],
  waits: number,
  clock: Clock,
): Wait | undefined {
  const requested = retryAfter(response.headers, clock);
  const backoff = Math.min(longestWait, minimum * 2 ** waits);
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('maxlag')) return { reason: 'lag', seconds: Math.max(minimum, requested ?? 0) };
  if (codes.has('ratelimited')) return { reason: 'throttled', seconds: Math.max(backoff, requested ?? 0) };
  if (response.status === 429) return { reason: 'throttled', seconds: requested ?? backoff };
  return response.status === 503 && requested !== undefined
    ? { reason: 'retry', seconds: requested }
    : undefined;
}
