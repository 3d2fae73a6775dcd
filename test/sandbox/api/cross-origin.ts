/** Requests of pages of other origins, as MediaWiki answers them: with `origin=*` everybody’s, without their account. */
import type { Reply } from '../reply.ts';
import type { RecordedRequest } from '../request.ts';
import allowedHeaders from './allowed-headers.json' with { type: 'json' };

/** Whether a request is answered as one of nobody, whatever cookies came with it. */
export const isForAnyOrigin = ({ parameters }: RecordedRequest): boolean => parameters.get('origin') === '*';

/** How a request is answered as far as its origin decides: with these headers, or with a reply at once. */
export interface CrossOrigin {
  readonly headers: Readonly<Record<string, string>>;
  readonly reply?: Reply;
}

export function crossOrigin(request: RecordedRequest): CrossOrigin {
  const { headers, reply } = originHeaders(request);
  const type = 'text/html; charset=utf-8';
  if (reply === undefined && request.method === 'OPTIONS')
    return { headers, reply: { status: 200, type, body: '', headers } };
  return { headers, ...(reply && { reply }) };
}

function originHeaders(request: RecordedRequest): CrossOrigin {
  const origin = request.parameters.get('origin');
  if (origin === undefined) return { headers: {} };
  if (origin === '*') return { headers: { 'MediaWiki-Login-Suppressed': 'true', ...sharing(request) } };
  const sent = String(request.headers.origin ?? '').trim();
  const mismatch = { 'MediaWiki-CORS-Rejection': 'Origin mismatch' };
  if (sent.split(/\s+/u).includes(origin))
    return {
      headers:
        request.method === 'OPTIONS' ? mismatch : { ...mismatch, Vary: 'Accept-Encoding, Cookie, Origin' },
    };
  const body = "'origin' parameter does not match Origin header\n";
  return { headers: {}, reply: { status: 403, type: 'text/html; charset=utf-8', body, headers: {} } };
}

/** The headers by which a browser lets any page read the answer, as long as the request had no credentials. */
function sharing({ method, headers }: RecordedRequest): Readonly<Record<string, string>> {
  const anonymous = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': 'false' };
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
    return {
      ...anonymous,
      'Access-Control-Expose-Headers':
        'MediaWiki-API-Error, Retry-After, X-Database-Lag, MediaWiki-Login-Suppressed',
    };
  const requested = String(headers['access-control-request-headers'] ?? '');
  const names = requested.split(',').map(name => name.trim().toLowerCase());
  if (requested.trim() !== '' && !names.every(name => allowedHeaders.includes(name)))
    return { 'MediaWiki-CORS-Rejection': 'Unsupported header requested in preflight' };
  return {
    ...(requested !== '' && { 'Access-Control-Allow-Headers': requested }),
    'Access-Control-Allow-Methods': 'POST, GET, HEAD',
    ...anonymous,
  };
}
