/** A proxy by which servers of this machine stand for hosts of the internet, with certificates of a test authority. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificates } from './certificates.ts';
import { freePort } from './processes.ts';

export interface HostProxy {
  readonly url: string;
  /** The certificate of its authority. */
  readonly authority: string;
  readonly stop: () => Promise<void>;
}

/** @param hosts the origins of servers by the names of the hosts that they stand for; all others are refused */
export async function startHostProxy(hosts: Readonly<Record<string, string>>): Promise<HostProxy> {
  const made = certificates();
  const names = Object.keys(hosts).map(host => `DNS:${host}`);
  const secureContext = createSecureContext(made.make('hosts', { names: names.join(',') }));
  const pass = (message: IncomingMessage, response: ServerResponse): void => {
    const target = new URL(message.url ?? '/', hosts[message.headers.host ?? '']);
    const { method, headers } = message;
    const onward = request(target, { method, headers: { ...headers, host: target.host } }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  };
  const inside = createServer(pass);
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    socket.on('error', () => undefined);
    if (!Object.hasOwn(hosts, url.replace(/:443$/, ''))) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined);
    inside.emit('connection', secure);
  });
  const port = await freePort();
  await new Promise<void>(resolve => proxy.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    authority: made.authority,
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise(resolve => proxy.close(resolve));
      made.remove();
    },
  };
}
