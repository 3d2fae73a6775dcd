import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Reply } from '../../reply.ts';
import type { Fault } from './faults.ts';

/** Sends an answer, or as much of it as the fault lets through; the status that was sent, if any did. */
export function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: Reply,
  fault: Fault | undefined,
): number | undefined {
  if (fault?.kind === 'drop' || response.destroyed) {
    response.destroy();
    return undefined;
  }
  const zipped = /\bgzip\b/u.test(message.headers['accept-encoding'] ?? '') && body !== '';
  const bytes = zipped ? gzipSync(body) : Buffer.from(body);
  response.writeHead(status, {
    Server: 'Millbrook',
    ...(status === 204 ? {} : { 'Content-Type': type, 'Content-Length': bytes.length }),
    'Cache-Control': 'no-cache, no-store, no-transform',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...headers,
  });
  if (message.method === 'HEAD' || status === 204) response.end();
  else if (fault?.kind === 'cut')
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  else response.end(bytes);
  return status;
}
