/** The HTTP client of a browser: anonymous requests of a page to wikis that answer pages of any origin. */
import { failureOf, type Phase, TooLarge } from '../../network/http/classify-error.ts';
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

  async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const url = parseUrl(request.url);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new HttpFailure('badUrl', request.url.slice(0, 200), {}, 0);
    const limits = { ...general, bodyBytes: Math.min(general.bodyBytes, request.maximumBytes ?? Infinity) };
    const stop = new AbortController();
    let stopped: FailureKind | undefined;
    const stopAs = (kind: FailureKind): void => {
      stopped ??= kind;
      stop.abort();
    };
    const cancel = (): void => stopAs('cancelled');
    const cancelled = AbortSignal.any([signal, closed.signal]);
    if (cancelled.aborted || request.canSend?.() === false) cancel();
    cancelled.addEventListener('abort', cancel, { once: true });
    const timers = [
      setTimeout(stopAs, limits.headers, 'slowHeaders'),
      setTimeout(stopAs, limits.total, 'slowBody'),
    ];
    let phase: Phase = 'headers';
    try {
      const response = await fetch(forAnyOrigin(url), { ...optionsOf(request), signal: stop.signal });
      clearTimeout(timers[0]);
      phase = 'body';
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
    } catch (error) {
      if (error instanceof HttpFailure) throw error;
      const isKnown = stopped !== undefined || error instanceof TooLarge;
      if (isKnown) throw failureOf(error, { stopped, phase, host: url.host, proxy: undefined, limits });
      throw phase === 'body'
        ? new HttpFailure('truncated', url.host)
        : new HttpFailure(await causeOf(url, stop.signal), url.host);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      cancelled.removeEventListener('abort', cancel);
    }
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
  if (!navigator.onLine) return 'offline';
  try {
    await fetch(forAnyOrigin(url), { ...anonymous, mode: 'no-cors', method: 'GET', signal });
    return 'otherOrigin';
  } catch {
    return 'unreachable';
  }
}

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
