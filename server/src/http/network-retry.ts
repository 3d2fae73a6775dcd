import table from '../../catalogue/network/faults.json' with { type: 'json' };
import { attempt } from './attempt.ts';
import { HttpFailure, hostOf, type HttpClient, type HttpRequest } from './client.ts';
import type { Clock } from './clock.ts';

const failures = new Map<string, number>(Object.entries(table.retries.failures));
const statuses = new Map<string, number>(Object.entries(table.retries.statuses));
const shortest = table.retries.pause[0] ?? 0;
const longest = table.retries.pause[1] ?? shortest;

/**
 * Sends a read again where the fault table allows it: after the first pause of random length, and
 * never anything with an `Authorization`, because a repeated rejected login locks an account.
 */
export function withRetries(client: HttpClient, clock: Clock, random: () => number): HttpClient {
  return {
    close: () => client.close(),
    async send(request, signal) {
      const used = new Map<string, number>();
      let requests = 0;
      const mayRetry = (cause: string, allowed: number): boolean => {
        const retries = [...used.values()].reduce((sum, count) => sum + count, 0);
        const sofar = used.get(cause) ?? 0;
        if (!isRepeatable(request) || sofar >= allowed || retries >= table.retries.atMost) return false;
        used.set(cause, sofar + 1);
        return true;
      };
      for (;;) {
        const outcome = await attempt(client, request, signal);
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
