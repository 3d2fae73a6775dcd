import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { authorities } from './authorities.ts';
import {
  HttpFailure,
  parseUrl,
  type FailureKind,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from './client.ts';
import { failureOf, type Phase } from './failure.ts';
import { sendableHeaders } from './header-value.ts';
import { acceptEncoding } from './inflate.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isLoopback } from '../common/site-address.ts';
import { readBody } from './read-body.ts';

export interface ConnectionSettings {
  /** The address of an HTTP proxy, with its own user where it wants one; empty = none. */
  readonly proxy: string;
  /** The text of PEM files with authorities to trust besides the usual ones. */
  readonly certificateAuthorities: readonly string[];
}

const isHttp = /^https?:$/;

/** Redirects, retries and sessions are not its business: it sends one request and reads one answer. */
export function createHttpClient(settings: ConnectionSettings, general: Limits = defaultLimits): HttpClient {
  const dispatchers = createDispatchers(settings, general);

  async function send(order: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const url = parseUrl(order.url);
    if (!url || !isHttp.test(url.protocol)) throw new HttpFailure('badUrl', order.url.slice(0, 200), {}, 0);
    const { dispatcher, proxy } = dispatchers.to(url);
    const bodyBytes = Math.min(general.bodyBytes, order.mostBytes ?? Infinity);
    const limits = { ...general, bodyBytes };
    const stop = new AbortController();
    let stopped: FailureKind | undefined;
    const stopAs = (kind: FailureKind): void => {
      stopped ??= kind;
      stop.abort();
    };
    const cancel = (): void => stopAs('cancelled');
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const headersTimer = setTimeout(stopAs, limits.headers, 'slowHeaders');
    const totalTimer = setTimeout(stopAs, limits.total, 'slowBody');
    let phase: Phase = 'headers';
    try {
      const { mayGo } = order;
      const careful = mayGo ? whereItMayGo(dispatcher, url.host, mayGo) : dispatcher;
      const response = await careful.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: order.method,
        headers: { 'accept-encoding': acceptEncoding, ...sendableHeaders(order.headers) },
        body: order.body ?? null,
        signal: stop.signal,
      });
      clearTimeout(headersTimer);
      phase = 'body';
      const headers = flat(response.headers);
      if (proxy && response.statusCode === 407) {
        response.body.on('error', () => undefined).destroy();
        throw new HttpFailure('proxy', proxy, { reason: '407' });
      }
      const body = await readBody(response.body, headers, bodyBytes);
      // The library frees a connection only in the next turn: asking again at once would open another.
      await setImmediate();
      return {
        status: response.statusCode,
        headers,
        setCookie: [response.headers['set-cookie'] ?? []].flat(),
        url: url.href,
        body,
        requests: 1,
      };
    } catch (error) {
      if (error instanceof HttpFailure) throw error;
      throw failureOf(error, { stopped, phase, host: url.host, proxy, limits });
    } finally {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      signal.removeEventListener('abort', cancel);
    }
  }

  return { send, close: () => dispatchers.close() };
}

/** The connections of a client: straight to the sites, or through the proxy. */
function createDispatchers(
  settings: ConnectionSettings,
  limits: Limits,
): { to(url: URL): { dispatcher: Dispatcher; proxy?: string }; close(): Promise<void> } {
  const ca = authorities(settings.certificateAuthorities);
  const tls = { rejectUnauthorized: true, timeout: limits.connect, ...(Array.isArray(ca) ? { ca } : {}) };
  const options = {
    connect: tls,
    connections: 4,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  };
  const direct = new Agent(options);
  const address = parseUrl(settings.proxy);
  const viable = address && isHttp.test(address.protocol);
  const proxied = viable
    ? new ProxyAgent({ ...options, uri: address.href, requestTls: tls, proxyTls: tls, proxyTunnel: false })
    : undefined;
  return {
    to(url) {
      if (ca === 'unreadable') throw new HttpFailure('certificateSettings', url.host, {}, 0);
      if (settings.proxy === '' || isLoopback(url.hostname)) return { dispatcher: direct };
      if (!proxied || !address) throw new HttpFailure('proxySettings', url.host, {}, 0);
      return { dispatcher: proxied, proxy: address.host };
    },
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

/**
 * Asks right before the library writes a request to its connection; what is thrown there it takes for the request's
 * failure, and writes nothing.
 */
function whereItMayGo(dispatcher: Dispatcher, host: string, mayGo: () => boolean): Dispatcher {
  return dispatcher.compose(
    dispatch => (options, handler) =>
      dispatch(options, {
        onRequestStart(controller, context) {
          if (!mayGo()) throw new HttpFailure('cancelled', host, {}, 0);
          handler.onRequestStart?.(controller, context);
        },
        onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
        onResponseStart: (...args) => handler.onResponseStart?.(...args),
        onResponseData: (...args) => handler.onResponseData?.(...args),
        onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
        onResponseError: (...args) => handler.onResponseError?.(...args),
      }),
  );
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie' ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
