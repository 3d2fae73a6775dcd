import table from '../../catalogue/network/faults.json' with { type: 'json' };
import { hostOf, type HttpClient, type HttpRequest, trySend } from './client.ts';
import { HttpFailure } from './failure.ts';
import type { Clock } from './clock.ts';

const failures = new Map<string, number>(Object.entries(table.retries.failures));
const statuses = new Map<string, number>(Object.entries(table.retries.statuses));
const shortest = table.retries.pause[0] ?? 0;
const longest = table.retries.pause[1] ?? shortest;

/**
 * A client that repeats reads after the failures and statuses that the fault table names, after a pause of random
 * length. It never repeats a request with `Authorization`, because repeated rejected logins lock an account.
 */
export function withRetries(client: HttpClient, clock: Clock, random: () => number): HttpClient {
  return {
    close: () => client.close(),
    async send(request, signal) {
      const used = new Map<string, number>();
      let requests = 0;
      const mayRetry = (cause: string, allowed: number): boolean => {
        const total = [...used.values()].reduce((sum, count) => sum + count, 0);
        const soFar = used.get(cause) ?? 0;
        if (!isRepeatable(request) || soFar >= allowed || total >= table.retries.atMost) return false;
        used.set(cause, soFar + 1);
        return true;
      };
      for (;;) {
        const outcome = await trySend(client, request, signal);
        requests += outcome.requests;
        const retry =
          outcome instanceof HttpFailure
            ? mayRetry(outcome.kind, failures.get(outcome.kind) ?? 0)
            : mayRetry(String(outcome.status), statuses.get(String(outcome.status)) ?? 0);
        if (retry) await clock.sleep(shortest + random() * (longest - shortest), signal);
        if (retry && signal.aborted) throw new HttpFailure('cancelled', hostOf(request.url), {}, requests);
        if (retry) continue;
        if (outcome instanceof HttpFailure) throw outcome.after(requests);
        return { ...outcome, requests };
      }
    },
  };
}

function isRepeatable(request: HttpRequest): boolean {
  return request.read && !Object.keys(request.headers).some(name => name.toLowerCase() === 'authorization');
}
