/** Clients that wrap another one: they follow redirects, or repeat requests. */
import { parseUrl, type HttpClient, type HttpRequest, hostOf, trySend } from './http-client.ts';
import { HttpFailure } from './http-failure.ts';
import { shorten } from '#shared/base/shorten.ts';
import table from '../../../catalogue/network/faults.json' with { type: 'json' };
import type { Clock } from './clock.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const secret: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * A client that follows redirects of an anonymous GET within one origin. Any other redirect fails as `redirect` with its
 * target: following it would send a body or secret headers to another server.
 */
export function withRedirects(client: HttpClient, maximum: number): HttpClient {
  return {
    close: () => client.close(),
    async send(request, signal) {
      const seen = new Set<string>();
      let url = request.url;
      for (let sent = 0; ;) {
        const response = await client.send({ ...request, url }, signal).catch((error: unknown) => {
          throw error instanceof HttpFailure ? error.after(sent + error.requests) : error;
        });
        sent += response.requests;
        if (!redirects.has(response.status)) return { ...response, requests: sent };
        const from = new URL(url);
        const location = response.headers['location'];
        const to = location === undefined ? undefined : parseUrl(location, from.href);
        const detail = { status: response.status, location: to ? withoutSecrets(to) : '?' };
        if (to === undefined || to.origin !== from.origin || !isAnonymousGet(request)) {
          throw new HttpFailure('redirect', from.host, detail, sent);
        }
        seen.add(url);
        if (seen.has(to.href) || seen.size > maximum) {
          throw new HttpFailure('redirectLoop', from.host, { ...detail, limit: maximum }, sent);
        }
        url = to.href;
      }
    },
  };
}

function isAnonymousGet(request: HttpRequest): boolean {
  return (
    request.method === 'GET' && !Object.keys(request.headers).some(name => secret.has(name.toLowerCase()))
  );
}

/** A URL for a message, without parts that may be secret: user, query and session (`;jsessionid=…`); not longer than a line. */
function withoutSecrets(url: URL): string {
  const text =
    url.origin === 'null' ? `${url.protocol}…` : url.origin + url.pathname.replaceAll(/;[^/]*/g, '');
  return shorten(text, 200);
}

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
      const requestsOfPath = new Map<string, number>();
      let requests = 0;
      const mayRetry = (cause: string, allowed: number): boolean => {
        const total = [...requestsOfPath.values()].reduce((sum, count) => sum + count, 0);
        const soFar = requestsOfPath.get(cause) ?? 0;
        if (!isRepeatable(request) || soFar >= allowed || total >= table.retries.atMost) return false;
        requestsOfPath.set(cause, soFar + 1);
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
