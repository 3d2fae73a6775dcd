import type { IncomingMessage } from 'node:http';
import { sessionIdIn } from '../auth/sessions.ts';
import type { Outcome } from '../auth/authenticate.ts';

/** A kind of credentials in a request. */
export type Sent = 'basic' | 'bearer' | 'cookie';

/** A request as the tracker got it, for tests to count. */
export interface TrackerRequest {
  readonly method: string;
  /** Below the context path, decoded: `/rest/api/2/search`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** All credentials of the request. */
  readonly sent: readonly Sent[];
  /** The account that it named, by password, token or session; `undefined` = none, or none that exists. */
  account: string | undefined;
  outcome: Outcome;
  /** The status of the answer; `undefined` = none was sent. */
  status: number | undefined;
}

const maxBytes = 16 * 1024 * 1024;

/** Reads a whole request. @throws Error for a body over 16 MiB */
export async function recordRequest(message: IncomingMessage, contextPath: string): Promise<TrackerRequest> {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  const { authorization = '', cookie } = message.headers;
  const below = url.pathname.startsWith(`${contextPath}/`) ? url.pathname.slice(contextPath.length) : '';
  return {
    method: message.method ?? 'GET',
    path: decoded(below),
    query: url.searchParams,
    headers: message.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    sent: [
      ...(/^basic /iu.test(authorization) ? (['basic'] as const) : []),
      ...(/^bearer /iu.test(authorization) ? (['bearer'] as const) : []),
      ...(sessionIdIn(cookie) === undefined ? [] : (['cookie'] as const)),
    ],
    account: undefined,
    outcome: 'none',
    status: undefined,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
