/** Implements the HTTP client. */
import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { ClientCertificate } from '#shared/protocol/settings.ts';
import { authorities, ownCertificate, type OwnCertificate } from './certificate-files.ts';
import { parseUrl, type HttpClient, type HttpRequest, type HttpResponse } from './http-client.ts';
import { HttpFailure } from './http-failure.ts';
import { failureOf, isHttp, withinLimits, type Exchange } from './classify-error.ts';
import { acceptEncoding, readBody } from './read-body.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isLoopback } from '#shared/base/site-address.ts';

export interface ConnectionSettings {
  /** The URL of an HTTP proxy, with a user name and password if it requires them; empty = none. */
  readonly proxy: string;
  /** The text of PEM files with authorities to trust in addition to the default ones. */
  readonly certificateAuthorities: readonly string[];
  /** The certificates that this machine shows, by the addresses of sites; each only to that origin. Absent = none. */
  readonly clientCertificates?: Readonly<Record<string, ClientCertificate>>;
  /** The passphrase of the certificate for an origin; `undefined` = none is known. */
  readonly passphrase?: (origin: string) => Promise<string | undefined>;
}

/** A client that sends one request and reads one response, without redirects, retries or sessions. */
export function createHttpClient(settings: ConnectionSettings, general: Limits = defaultLimits): HttpClient {
  const dispatchers = createDispatchers(settings, general);

  async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    let proxy: string | undefined;
    const exchange = async ({
      url,
      limits,
      signal: stop,
      headersArrived,
    }: Exchange): Promise<HttpResponse> => {
      const way = await dispatchers.to(url);
      proxy = way.proxy;
      const { canSend } = request;
      const guarded = canSend ? withCheck(way.dispatcher, url.host, canSend) : way.dispatcher;
      const response = await guarded.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { 'accept-encoding': acceptEncoding, ...sendableHeaders(request.headers) },
        body: request.body ?? null,
        signal: stop,
      });
      headersArrived();
      const headers = flat(response.headers);
      if (proxy && response.statusCode === 407) {
        response.body.on('error', () => undefined).destroy();
        throw new HttpFailure('proxy', proxy, { reason: '407' });
      }
      const body = await readBody(response.body, headers, limits.bodyBytes);
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
    };
    return withinLimits(request, general, signal, exchange, (error, at) =>
      failureOf(error, { ...at, proxy }),
    );
  }

  return { send, close: () => dispatchers.close() };
}

/** Where a request goes: directly, or through a proxy. */
interface Way {
  readonly dispatcher: Dispatcher;
  readonly proxy?: string;
}

/** The connections of a client: those of all sites, and those of each site that is shown a certificate. */
function createDispatchers(
  settings: ConnectionSettings,
  limits: Limits,
): { to(url: URL): Promise<Way>; close(): Promise<void> } {
  const shared = createConnections(settings, limits);
  const files = new Map(
    Object.entries(settings.clientCertificates ?? {}).flatMap(([address, certificate]) => {
      const url = parseUrl(address);
      return url?.protocol === 'https:' ? [[url.origin, certificate]] : [];
    }),
  );
  const certified = new Map<string, Promise<Connections>>();
  const connect = async (url: URL, certificate: ClientCertificate): Promise<Connections> => {
    const passphrase = await settings.passphrase?.(url.origin);
    return createConnections(settings, limits, ownCertificate(certificate, passphrase, url.host));
  };
  const certifiedTo = async (url: URL, certificate: ClientCertificate): Promise<Connections> => {
    const connections = certified.get(url.origin) ?? connect(url, certificate);
    certified.set(url.origin, connections);
    // A corrected file or a new passphrase is read with the next request.
    connections.catch(() => certified.delete(url.origin));
    return connections;
  };
  return {
    async to(url) {
      const certificate = files.get(url.origin);
      return (certificate === undefined ? shared : await certifiedTo(url, certificate)).to(url);
    },
    async close() {
      const connected = await Promise.allSettled(certified.values());
      const others = connected.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
      await Promise.all([shared, ...others].map(connections => connections.close()));
    },
  };
}

interface Connections {
  to(url: URL): Way;
  close(): Promise<void>;
}

/** @param shown the certificate to show to sites; never to a proxy */
function createConnections(
  settings: ConnectionSettings,
  limits: Limits,
  shown: OwnCertificate = {},
): Connections {
  const ca = authorities(settings.certificateAuthorities);
  const tls = { rejectUnauthorized: true, timeout: limits.connect, ...(Array.isArray(ca) ? { ca } : {}) };
  const toSite = { ...tls, ...shown };
  const options = {
    connections: 4,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  };
  const direct = new Agent({ ...options, connect: toSite });
  const address = parseUrl(settings.proxy);
  const isViable = address && isHttp.test(address.protocol);
  const proxied = isViable
    ? new ProxyAgent({
        ...options,
        connect: tls,
        uri: address.href,
        requestTls: toSite,
        proxyTls: tls,
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
      await direct.destroy();
      await proxied?.destroy();
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
