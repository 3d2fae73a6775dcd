/** The HTTP client of a browser: anonymous requests of a page to wikis that answer pages of any origin. */
import { isLoopback } from '#shared/base/site-address.ts';
import { type Exchange, failureOf, TooLarge, withinLimits } from '../../network/http/classify-error.ts';
import {
  parseUrl,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '../../network/http/http-client.ts';
import { HttpFailure, type FailureKind } from '../../network/http/http-failure.ts';
import { defaultLimits, type Limits } from '../../network/http/limits.ts';

/** The headers that a page may send without asking the wiki first, which an older one would refuse. */
const sentHeaders: ReadonlySet<string> = new Set(['accept', 'content-type']);

/**
 * Nothing of the user goes with a request: no cookie, no credential, no address of the page. Its answer is not stored
 * by the browser either.
 */
const anonymous = {
  mode: 'cors',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

/** A client that sends one request by `fetch` and reads one response, without retries or sessions. */
export function createFetchClient(general: Limits = defaultLimits): HttpClient {
  const closed = new AbortController();

  function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const exchange = async ({
      url,
      limits,
      signal: stop,
      headersArrived,
    }: Exchange): Promise<HttpResponse> => {
      if (request.canSend?.() === false) throw new HttpFailure('cancelled', url.host, {}, 0);
      const response = await fetch(forAnyOrigin(url), { ...optionsOf(request), signal: stop });
      headersArrived();
      refuseOtherOrigin(response, url);
      const body = await readBody(response, limits.bodyBytes);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        setCookie: [],
        url: url.href,
        body,
        requests: 1,
      };
    };
    const cancelled = AbortSignal.any([signal, closed.signal]);
    return withinLimits(request, general, cancelled, exchange, async (error, at, { url, signal: stop }) => {
      if (at.stopped !== undefined || error instanceof TooLarge)
        return failureOf(error, { ...at, proxy: undefined });
      return new HttpFailure(at.phase === 'body' ? 'truncated' : await causeOf(url, stop), url.host);
    });
  }

  return { send, close: async () => closed.abort() };
}

/** A wiki answers a page of another origin only if it is asked so, also in the address of a POST. */
function forAnyOrigin(url: URL): URL {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  address.searchParams.set('origin', '*');
  return address;
}

const optionsOf = ({ method, headers, body }: HttpRequest): RequestInit => ({
  ...anonymous,
  method,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => sentHeaders.has(name.toLowerCase())),
  ),
  ...(body !== undefined && { body }),
});

/** A browser follows redirects by itself: what another server answers does not count. */
function refuseOtherOrigin({ url, redirected, status }: Response, asked: URL): void {
  const from = redirected ? parseUrl(url) : undefined;
  if (from !== undefined && from.origin !== asked.origin)
    throw new HttpFailure('redirect', asked.host, { status, location: from.origin + from.pathname });
}

/**
 * Why a request has no answer that the page may read, of which a browser says nothing: whether the server answers at all,
 * without the answer itself, tells which it is.
 */
async function causeOf(url: URL, signal: AbortSignal): Promise<FailureKind> {
  if (!navigator.onLine) return 'noNetwork';
  if (isMixedContent(url)) return 'mixedContent';
  try {
    await fetch(forAnyOrigin(url), { ...anonymous, mode: 'no-cors', method: 'GET', signal });
    return 'otherOrigin';
  } catch {
    return 'unreachable';
  }
}

/** Whether the page, or the worker, was loaded by https; Node has no origin. */
const isSecurePage = 'origin' in globalThis && globalThis.origin.startsWith('https:');

/** Whether the browser refuses a request by http for a page that came by https; a site of this machine is an exception. */
const isMixedContent = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && isSecurePage && !isLoopback(hostname);

async function readBody(response: Response, maximum: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maximum) {
      await reader?.cancel();
      throw new TooLarge();
    }
    chunks.push(part.value);
  }
  return chunks;
}
