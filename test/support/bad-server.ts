/** A server that sends exactly the bytes of a test, also those that no HTTP library would send. */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface SeenRequest {
  readonly method: string;
  /** The target of the request line, with the query; absolute in requests to a proxy. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Counted from 1 over all connections. */
  readonly connection: number;
}

/** The reaction of the server to a request: it writes to the socket, ends it, or does nothing. */
export type Behaviour = (socket: Socket, request: SeenRequest) => void;

export interface BadServer {
  readonly origin: string;
  /** origin + /api.php */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  /** The times at which connections were closed, in order, in milliseconds of `performance.now`. */
  readonly closedAt: readonly number[];
  readonly stop: () => Promise<void>;
}

export interface ServerTls {
  readonly key: string;
  readonly cert: string;
  /** The authority of clients' certificates, and what becomes of clients that show none. */
  readonly ca?: string;
  readonly requestCert?: boolean;
  readonly rejectUnauthorized?: boolean;
}

/**
 * Starts the server on a free loopback port. The nth request gets the nth behaviour, all later ones the last. With a
 * key and certificate it uses TLS.
 */
export async function startBadServer(behaviours: readonly Behaviour[], tls?: ServerTls): Promise<BadServer> {
  const requests: SeenRequest[] = [];
  const closedAt: number[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const accept = (socket: Socket): void => {
    const connection = ++connections;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      closedAt.push(performance.now());
    });
    let pending = '';
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      const request = parse(pending, connection);
      if (!request) return;
      pending = '';
      requests.push(request);
      const behave = behaviours[Math.min(requests.length, behaviours.length) - 1];
      behave?.(socket, request);
    });
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/api.php`,
    port,
    requests,
    closedAt,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

function parse(text: string, connection: number): SeenRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return undefined;
  return { method, target, headers, body, connection };
}

type Body = string | Uint8Array;

/** The bytes of a response; `content-length` is right unless a header overrides it. */
export function bytes(status: number, headers: Readonly<Record<string, string>>, body: Body): Buffer {
  const content = Buffer.from(body);
  const all = {
    'content-type': 'application/json; charset=utf-8',
    ...('transfer-encoding' in headers ? {} : { 'content-length': String(content.length) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${head.join('')}\r\n`, 'latin1'), content]);
}

/** A correct response; the connection stays open. */
export function reply(status: number, headers: Readonly<Record<string, string>>, body: Body): Behaviour {
  return socket => void socket.write(bytes(status, headers, body));
}

export function json(value: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return reply(200, headers, JSON.stringify(value));
}

/** Sends a text, then closes the connection properly. */
export function sayAndClose(text: Body): Behaviour {
  return socket => void socket.end(text);
}

/** Sends a text, then resets the connection (RST). */
export function sayAndReset(text: Body): Behaviour {
  return socket => {
    if (text.length === 0) socket.resetAndDestroy();
    else socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20));
  };
}

/** Never responds. */
export const silence: Behaviour = () => undefined;

/** Repeats a piece after the head forever, as fast as the client reads or every `pause` milliseconds. */
export function stream(head: Body, piece: Body, pause = 0): Behaviour {
  return socket => {
    socket.write(head);
    const go = (): void => {
      if (socket.destroyed) return;
      if (pause > 0) socket.write(piece, () => setTimeout(go, pause));
      else if (socket.write(piece)) setImmediate(go);
    };
    if (pause === 0) socket.on('drain', go);
    go();
  };
}
