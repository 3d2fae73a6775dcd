import type { HttpResponse } from '../http/client.ts';
import type { Clock } from '../http/clock.ts';
import { longestWait, retryAfter } from '../http/retry-after.ts';
import type { Progress } from '../protocol/run.ts';
import type { ApiMessage } from './remote.ts';

export type Wait = NonNullable<Progress['wait']>;

/** How often in a row one request is tried again because the wiki is busy. */
export const mostWaits = 5;
/** The least seconds to leave a wiki alone that reports lag or a rate limit (facts/mediawiki.md, "Etiquette"). */
const least = 5;

/**
 * How long to wait, and why, before the same request may be sent again; `undefined` = waiting is no
 * use. More than `longestWait` seconds = not within this run.
 */
export function waitFor(
  response: HttpResponse,
  errors: readonly ApiMessage[],
  waits: number,
  clock: Clock,
): Wait | undefined {
  const asked = retryAfter(response.headers, clock);
  const backoff = Math.min(longestWait, least * 2 ** waits);
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('maxlag')) return { reason: 'lag', seconds: Math.max(least, asked ?? 0) };
  if (codes.has('ratelimited')) return { reason: 'throttled', seconds: Math.max(backoff, asked ?? 0) };
  if (response.status === 429) return { reason: 'throttled', seconds: asked ?? backoff };
  return response.status === 503 && asked !== undefined ? { reason: 'retry', seconds: asked } : undefined;
}
