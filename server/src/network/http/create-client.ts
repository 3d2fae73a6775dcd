/** Implements the HTTP client. */
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { parseUrl, type HttpClient, type HttpRequest, type HttpResponse } from './http-client.ts';
import { HttpFailure, type FailureKind } from './http-failure.ts';
import { failureOf, type Phase } from './classify-error.ts';
import { acceptEncoding, readBody } from './read-body.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isLoopback } from '#shared/base/site-address.ts';
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

export interface ConnectionSettings {
  /** The URL of an HTTP proxy, with a user name and password if it requires them; empty = none. */
  readonly proxy: string;
  /** The text of PEM files with authorities to trust in addition to the default ones. */
  readonly certificateAuthorities: readonly string[];
}

const isHttp = /^https?:$/;

/** A client that sends one request and reads one response, without redirects, retries or sessions. */
export function createHttpClient(settings: ConnectionSettings, general: Limits = defaultLimits): HttpClient {
  const dispatchers = createDispatchers(settings, general);

  async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const url = parseUrl(request.url);
    if (!url || !isHttp.test(url.protocol)) throw new HttpFailure('badUrl', request.url.slice(0, 200), {}, 0);
    const { dispatcher, proxy } = dispatchers.to(url);
    const bodyBytes = Math.min(general.bodyBytes, request.maximumBytes ?? Infinity);
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
      const { canSend } = request;
      const guarded = canSend ? withCheck(dispatcher, url.host, canSend) : dispatcher;
      const response = await guarded.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { 'accept-encoding': acceptEncoding, ...sendableHeaders(request.headers) },
        body: request.body ?? null,
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
      // The library frees a connection only in the next turn: an immediate request would open another one.
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

/** The connections of a client: direct, or through the proxy. */
function createDispatchers(
  settings: ConnectionSettings,
  limits: Limits,
): { to(url: URL): { dispatcher: Dispatcher; proxy?: string }; close(): Promise<void> } {
  const ca = authorities(settings.certificateAuthorities);
  const encryption = {
    rejectUnauthorized: true,
    timeout: limits.connect,
    ...(Array.isArray(ca) ? { ca } : {}),
  };
  const options = {
    connect: encryption,
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
    ? new ProxyAgent({
        ...options,
        uri: address.href,
        requestTls: encryption,
        proxyTls: encryption,
        proxyTunnel: false,
      })
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

/** Calls `canSend` right before the library writes a request to the connection; an error thrown there prevents the writing. */
function withCheck(dispatcher: Dispatcher, host: string, canSend: () => boolean): Dispatcher {
  return dispatcher.compose(
    dispatch => (options, handler) =>
      dispatch(options, {
        onRequestStart(controller, context) {
          if (!canSend()) throw new HttpFailure('cancelled', host, {}, 0);
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

/** Characters that a header cannot contain: those outside Latin-1, and control characters except a tab. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]+/g;

/** Headers with invalid characters percent-encoded: a contact or a token can contain any. */
const sendableHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(unsendable, text => encodeURIComponent(text.toWellFormed())),
    ]),
  );

/**
 * The certificate authorities to trust: the default ones (Node's own and those of NODE_EXTRA_CA_CERTS) and those of PEM
 * files, one PEM text per certificate. `usual` = there are no files; `unreadable` = a file contains no certificate or an
 * invalid one.
 */
function authorities(files: readonly string[]): string[] | 'usual' | 'unreadable' {
  if (files.length === 0) return 'usual';
  const added = files.map(certificatesIn);
  if (added.some(certificates => certificates.length === 0)) return 'unreadable';
  try {
    return [...usual(), ...added.flat().map(text => new X509Certificate(text).toString())];
  } catch {
    return 'unreadable';
  }
}

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** The certificates of a PEM file, which may contain other things too. */
const certificatesIn = (text: string): string[] =>
  text
    .split(begin)
    .slice(1)
    .flatMap(part => (part.includes(end) ? [begin + part.split(end, 1)[0]! + end] : []));

/** Node before 22.15 cannot list its defaults; its own roots are most of them. */
function usual(): readonly string[] {
  return tls.getCACertificates?.('default') ?? tls.rootCertificates;
}
