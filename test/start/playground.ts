/** Serves the built playground on the loopback address, as any host of static files would. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { inRoot } from '../support/paths.ts';

/** The files that the first run loads, with their types. */
export const firstRunFiles: Readonly<Record<string, string>> = {
  'network-worker.js': 'text/javascript',
  'sqlite3.wasm': 'application/wasm',
  'results.html': 'text/html',
  'results-host.css': 'text/css',
  'results-host.js': 'text/javascript',
  'results.css': 'text/css',
  'results.js': 'text/javascript',
  'chart.js': 'text/javascript',
  'sql-editor.js': 'text/javascript',
};

/** The files of the playground before that, with their types. */
export const playgroundFiles: Readonly<Record<string, string>> = {
  'index.html': 'text/html',
  'playground.css': 'text/css',
  'playground.js': 'text/javascript',
  'language-server.js': 'text/javascript',
  'service-worker.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
  'third-party-notices.txt': 'text/plain',
};

export interface Playground {
  /** `http://127.0.0.1:PORT/`, or by https */
  readonly url: string;
  stop(): void;
}

/** The port where there is a choice: links to the page stay valid. */
const usualPort = 8470;

export interface Hosting {
  /** Another folder with the built files. */
  readonly folder?: string;
  /** False = a host that sends no policies as headers. */
  readonly sendsPolicies?: boolean;
  /** Present = serves by https. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

/**
 * Serves `dist/playground`, which may be built later, with the page's own policy as a header of every file.
 *
 * @param port 0 = any free one
 */
export async function servePlayground(port = usualPort, hosting: Hosting = {}): Promise<Playground> {
  const serve: RequestListener = (request, response) => {
    void answer(request, hosting).then(({ status, headers, body }) =>
      response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body),
    );
  };
  const { certificate } = hosting;
  const server = certificate ? createSecureServer(certificate, serve) : createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => {
      if (port === 0) reject(error);
      // The usual port is taken: any free one.
      else server.listen(0, '127.0.0.1');
    });
    server.once('listening', resolve);
    server.listen(port, '127.0.0.1');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface PlaygroundReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const refusal = (status: number, body: string): PlaygroundReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

async function answer(
  { url = '/', method }: IncomingMessage,
  { folder = inRoot('dist/playground'), sendsPolicies = true }: Hosting,
): Promise<PlaygroundReply> {
  const readBuilt = (file: string): Promise<Buffer> => readFile(path.join(folder, file));
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const type = partName.test(name) ? 'text/javascript' : types.get(name);
  if (type === undefined || (method !== 'GET' && method !== 'HEAD')) return refusal(404, 'Not found\n');
  try {
    const body = await readBuilt(name);
    const headers = { 'content-type': type === 'application/wasm' ? type : `${type}; charset=utf-8` };
    const policies = sendsPolicies && {
      'content-security-policy': await policyOf(name, readBuilt),
      'referrer-policy': 'no-referrer',
    };
    return { status: 200, headers: { ...headers, ...policies }, body };
  } catch {
    return refusal(503, 'Not built yet\n');
  }
}

/** The name of a file that the language server loads with itself, or when it needs it. */
const partName = /^parts\/[\w-]+\.js$/;

const types = new Map([...Object.entries(playgroundFiles), ...Object.entries(firstRunFiles)]);

/**
 * The policy of the worker that asks wikis: any address, and WebAssembly, which SQLite is compiled to. Compiling it needs
 * `wasm-unsafe-eval`, which allows neither `eval` nor scripts of others.
 */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https: http:";

/** The policy of a file: only the worker reaches other addresses, and only the page itself may have the frame. */
async function policyOf(name: string, readBuilt: (file: string) => Promise<Buffer>): Promise<string> {
  if (name === 'network-worker.js') return workerPolicy;
  const isFrame = name === 'results.html';
  const page = await readBuilt(isFrame ? name : 'index.html');
  return `${policyIn(page.toString())}; frame-ancestors ${isFrame ? "'self'" : "'none'"}`;
}

/** The content security policy of a page's own `meta` element. */
function policyIn(html: string): string {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1];
  if (policy === undefined) throw new Error('The page has no content security policy');
  return policy;
}
