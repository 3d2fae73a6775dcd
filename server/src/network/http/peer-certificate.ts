/** Reads the certificate that a site presents, for a diagnosis; also one with which no request would be sent. */
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { X509Certificate } from 'node:crypto';
import { parseUrl } from './http-client.ts';

export interface PeerCertificate {
  /** Distinguished names, `O=…, CN=…`. */
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since 1970; `NaN` = the certificate has no valid date. */
  readonly validFrom: number;
  readonly validTo: number;
  /** The hosts that it is valid for, `DNS:…, IP Address:…`; empty = none. */
  readonly names: string;
}

export interface PeerOptions {
  /** The address of the proxy to go through; empty = none. */
  readonly proxy: string;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Returns the certificate of an https address; `undefined` = none was presented, for any reason. Sends only what opens
 * the connection, which is closed right afterwards: whether the certificate is accepted is up to the client that sends
 * requests.
 */
export async function peerCertificate(
  url: URL,
  { proxy, milliseconds, signal }: PeerOptions,
): Promise<PeerCertificate | undefined> {
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  try {
    const proxySocket = proxy === '' ? undefined : await tunnel(url, proxy, abortSignal);
    return await presentedCertificate(url, proxySocket, abortSignal);
  } catch {
    return undefined;
  }
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** A connection through a proxy. */
function tunnel(url: URL, proxy: string, signal: AbortSignal): Promise<Socket> {
  const address = parseUrl(proxy);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  if (!address) return Promise.reject(new Error('no proxy'));
  const { username, password } = address;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization =
    username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
  const target = `${url.hostname}:${portOf(url)}`;
  const request = (address.protocol === 'https:' ? https : http).request({
    host: hostOf(address),
    port: portOf(address),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...authorization },
    agent: false,
    signal,
  });
  request.on('connect', ({ statusCode }, socket: Socket) => {
    if (statusCode === 200) resolve(socket);
    else {
      socket.destroy();
      reject(new Error(String(statusCode)));
    }
  });
  request.on('response', response => {
    response.destroy();
    reject(new Error(String(response.statusCode)));
  });
  request.on('error', reject);
  request.end();
  return promise;
}

function presentedCertificate(
  url: URL,
  socket: Socket | undefined,
  signal: AbortSignal,
): Promise<PeerCertificate | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate | undefined>();
  const host = hostOf(url);
  const connection = tls.connect({
    ...(socket ? { socket } : { host, port: portOf(url) }),
    ...(isIP(host) === 0 && { servername: host }),
    // The certificate is only read: nothing is written to this connection.
    rejectUnauthorized: false,
  });
  const end = (): void => {
    connection.destroy();
    socket?.destroy();
  };
  signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  if (signal.aborted) reject(new Error('too late'));
  connection.on('secureConnect', () => {
    const certificate = connection.getPeerX509Certificate();
    resolve(certificate && factsOf(certificate));
  });
  connection.on('error', reject);
  connection.on('close', () => resolve(undefined));
  return promise.finally(end);
}

const factsOf = ({
  subject,
  issuer,
  validFrom,
  validTo,
  subjectAltName = '',
}: X509Certificate): PeerCertificate => ({
  subject: inOneLine(subject),
  issuer: inOneLine(issuer),
  validFrom: Date.parse(validFrom),
  validTo: Date.parse(validTo),
  names: subjectAltName,
});

/** Node writes each part of a name on its own line. */
const inOneLine = (name: string): string => name.split('\n').join(', ');
