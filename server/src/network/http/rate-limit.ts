/**
 * Reads from a response how many more requests its site accepts, so that a run waits before it is refused.
 *
 * Forms: RateLimit of the IETF draft, its earlier separate headers, and X-RateLimit of Atlassian and others.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 * https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
 */
import type { Clock } from './clock.ts';
import { maxWaitSeconds } from './retry-after.ts';

/** A number of seconds since 1970, not of seconds from now. */
const minEpochSeconds = 1_000_000_000;

/**
 * The seconds to wait before the next request, because the site has said that it will accept none until then; `undefined`
 * = it accepts more, says nothing, or asks for more than a run waits.
 */
export function secondsUntilAccepted(
  headers: Readonly<Record<string, string>>,
  clock: Clock,
): number | undefined {
  const [remaining, reset] = combined(headers['ratelimit']) ?? separate(headers);
  if (remaining === undefined || reset === undefined || !/^\d{1,9}$/.test(remaining) || Number(remaining) > 0)
    return undefined;
  const seconds = secondsOf(reset, clock);
  return seconds !== undefined && seconds > 0 && seconds <= maxWaitSeconds ? seconds : undefined;
}

/** The rest and the time of `RateLimit: "default";r=50;t=30`. */
function combined(header: string | undefined): readonly [string | undefined, string | undefined] | undefined {
  if (header === undefined) return undefined;
  const [first = ''] = header.split(',');
  const members = new Map(
    first.split(';').map(member => {
      const [name = '', value = ''] = member.split('=');
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  return members.has('r') ? [members.get('r'), members.get('t')] : undefined;
}

const separate = (
  headers: Readonly<Record<string, string>>,
): readonly [string | undefined, string | undefined] => [
  headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining'],
  headers['ratelimit-reset'] ?? headers['x-ratelimit-reset'] ?? headers['x-ratelimit-interval-seconds'],
];

/** Seconds from now, of a number of seconds, seconds since 1970, or a date. */
function secondsOf(reset: string, clock: Clock): number | undefined {
  const text = reset.trim();
  if (/^\d{1,12}$/.test(text)) {
    const number = Number(text);
    return number < minEpochSeconds ? number : Math.ceil(number - clock.date() / 1000);
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.ceil((time - clock.date()) / 1000);
}

/** When each site accepts requests again, as far as its responses said. */
export class RateLimits {
  readonly #ready = new Map<string, number>();

  /** Takes what a response says of its host. */
  receive(host: string, headers: Readonly<Record<string, string>>, clock: Clock): void {
    const seconds = secondsUntilAccepted(headers, clock);
    if (seconds === undefined) this.#ready.delete(host);
    else this.#ready.set(host, clock.now() + seconds * 1000);
  }

  /** The seconds until a host accepts a request; 0 = now. */
  secondsFor(host: string, clock: Clock): number {
    const left = (this.#ready.get(host) ?? 0) - clock.now();
    return Math.max(0, Math.ceil(left / 1000));
  }
}
