import type { Settled } from '../options.ts';

/** The rate limit that is left to a client, as headers, and whether this request exceeds it. */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
  readonly exceeded: boolean;
}

/** A bucket of tokens per account: each request takes one, and some come back with every interval. */
export class Rates {
  readonly #buckets = new Map<string, { tokens: number; filled: number }>();

  /** @returns `undefined` without a limit */
  take(account: string, { rate, clock }: Settled): Allowance | undefined {
    if (!rate) return undefined;
    const now = clock();
    const interval = rate.intervalSeconds * 1000;
    const bucket = this.#buckets.get(account) ?? { tokens: rate.limit, filled: now };
    const passed = Math.floor((now - bucket.filled) / interval);
    bucket.tokens = Math.min(rate.limit, bucket.tokens + passed * rate.fillRate);
    bucket.filled += passed * interval;
    const exceeded = bucket.tokens <= 0;
    if (!exceeded) bucket.tokens--;
    this.#buckets.set(account, bucket);
    const wait = bucket.tokens > 0 ? 0 : Math.max(1, Math.ceil((bucket.filled + interval - now) / 1000));
    return {
      exceeded,
      headers: {
        'X-RateLimit-Limit': String(rate.limit),
        'X-RateLimit-Remaining': String(bucket.tokens),
        'X-RateLimit-Interval-Seconds': String(rate.intervalSeconds),
        'X-RateLimit-FillRate': String(rate.fillRate),
        'Retry-After': String(wait),
      },
    };
  }
}
