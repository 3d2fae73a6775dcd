import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { crossOrigin, isForAnyOrigin } from './api/cross-origin.ts';
import { answerApi } from './api/main.ts';
import {
  type Session,
  type WikiAccount,
  Sessions,
  accounts,
  cookieName,
  loginTokenOf,
  randomId,
  rightsOf,
} from './api/sessions.ts';
import type { Visitor } from './api/visitor.ts';
import type { Reply } from './reply.ts';
import { type RecordedRequest, readRequest } from './request.ts';
import { answerPage, answerReadable } from './site/pages.ts';
import { type Fault, type FaultScope, Faults, spoiled } from './tracker/http/faults.ts';
import { type World, buildWorld } from './world/world.ts';

export { accounts as sandboxAccounts };
export interface SandboxWikiOptions {
  /** 0 (the default) = any free port. */
  readonly port?: number;
  /** The present of the wiki; default: the beginning of this minute. */
  readonly now?: Date;
  /** How far the database is said to lag, in seconds, for `maxlag`; default 0. */
  readonly lag?: number;
  /** True = only members may read. */
  readonly private?: boolean;
  /** Makes the ids of sessions, each another one; default: random hexadecimal digits. */
  readonly sessionId?: () => string;
}

export interface SandboxWiki {
  /** `http://127.0.0.1:PORT/w/api.php` */
  readonly url: string;
  /** Every request that came, in order. */
  readonly requests: readonly RecordedRequest[];
  /** The data of the wiki, to compare responses with. */
  readonly world: World;
  /** The accounts. Passwords can be changed. */
  readonly accounts: readonly WikiAccount[];
  /**
   * Lets something go wrong with requests to come, as the tracker does; the action is at the end of the
   * path: `/w/api.php/login`.
   */
  fail(fault: Fault, scope?: FaultScope): void;
  /** Takes back the faults that have not met anybody. */
  recover(): void;
  /** Signs everybody out, as when sessions expire. */
  endSessions(): void;
  stop(): Promise<void>;
}

/** Starts an embedded wiki on the loopback address: MediaWiki's query API over a made-up town, without PHP. */
export async function startSandboxWiki(options: SandboxWikiOptions = {}): Promise<SandboxWiki> {
  const now = options.now ?? new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const world = buildWorld(now.getTime());
  const requests: RecordedRequest[] = [];
  const sessions = new Sessions(options.sessionId ?? randomId);
  const faults = new Faults();
  const members = accounts.map((account): WikiAccount => ({ ...account }));
  const server = createServer((message, response) => {
    void serve(message, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    requests.push(request);
    const isAnonymous = isForAnyOrigin(request);
    const session = sessions.find(isAnonymous ? undefined : message.headers.cookie);
    const before = session.user;
    const visitor = visitorOf(session, isAnonymous);
    const reply =
      request.path === '/w/api.php' ? api(request, session, visitor) : answerPage(request, visitor);
    if (session.user && !before) sessions.renew(session);
    if (session.loginToken !== undefined || session.user) {
      if (!sessions.isKept(session))
        response.setHeader('Set-Cookie', `${cookieName}=${session.id}; path=/; HttpOnly`);
      sessions.keep(session);
    }
    const action = request.parameters.get('action') ?? '';
    const fault = faults.next({ sent: [], path: `${request.path}/${action}` });
    if (fault?.kind === 'delay') await wait(fault.milliseconds, undefined, { ref: false });
    send(message, response, fault ? spoiled(reply, fault) : reply, fault);
  }

  function visitorOf(session: Session, isAnonymous: boolean): Visitor {
    const rights = rightsOf(session.user);
    return {
      world,
      base: `http://127.0.0.1:${portOf(server)}/w`,
      user: session.user,
      rights:
        options.private && !session.user ? new Set([...rights].filter(right => right !== 'read')) : rights,
      csrfToken: session.user ? session.csrfToken : '+\\',
      loginToken: () => loginTokenOf(session),
      isForAnyOrigin: isAnonymous,
    };
  }

  function api(request: RecordedRequest, session: Session, visitor: Visitor): Reply {
    const { headers: shared, reply } = crossOrigin(request);
    if (reply !== undefined) return reply;
    if (request.method !== 'GET' && request.method !== 'POST' && request.method !== 'HEAD')
      return {
        status: 405,
        type: 'text/plain; charset=utf-8',
        body: 'Only GET and POST are answered here.',
        headers: {},
      };
    const answer = answerApi({
      sent: request.parameters,
      inAddress: request.inAddress,
      posted: request.method === 'POST',
      visitor,
      session,
      accounts: members,
      lag: options.lag ?? 0,
    });
    const { json } = answer;
    const headers = { ...shared, ...answer.headers };
    if (request.parameters.get('format') !== 'json')
      return { ...answerReadable(JSON.stringify(json, undefined, 4)), headers };
    return { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(json), headers };
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/w/api.php`,
    requests,
    world,
    accounts: members,
    fail: (fault, scope) => faults.add(fault, scope),
    recover: () => faults.clear(),
    endSessions: () => sessions.clear(),
    stop: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox is not listening.');
  return address.port;
}

function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: Reply,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'drop' || response.destroyed) {
    response.destroy();
    return;
  }
  const zipped = /\bgzip\b/u.test(message.headers['accept-encoding'] ?? '');
  const bytes = zipped ? gzipSync(body) : Buffer.from(body);
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    Vary: 'Accept-Encoding, Cookie',
    'Cache-Control': 'private, must-revalidate, max-age=0',
    'X-Content-Type-Options': 'nosniff',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...headers,
  });
  if (fault?.kind === 'cut')
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  else response.end(message.method === 'HEAD' ? undefined : bytes);
}
