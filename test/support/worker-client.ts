/** The language server in a Web Worker of a page, driven as a page drives it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { launchChromium } from './editor/chromium.ts';
import { inRoot } from './paths.ts';

/** A message to the server. */
export interface Message {
  readonly method: string;
  readonly params: unknown;
  /** It has no answer. */
  readonly isNotification?: true;
}

export interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface WorkerClient extends AsyncDisposable {
  /** Sends messages in order; answers them all. */
  send(messages: readonly Message[]): Promise<readonly Answer[]>;
  /** Uncaught errors, what was logged as an error, and violations of the content security policy. */
  readonly troubles: readonly string[];
  /** Addresses that were requested, besides the page's own files. */
  readonly requests: readonly string[];
}

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";

/** Starts the bundled server in Chromium; `dist` has been built. */
export async function startWorkerClient(): Promise<WorkerClient> {
  const scripts = new Map<string, string | Buffer>([
    ['/network-worker.js', await readFile(inRoot('dist/browser/network-worker.js'))],
    ['/sqlite3.wasm', await readFile(inRoot('dist/browser/sqlite3.wasm'))],
    ['/language-server.js', await readFile(inRoot('dist/browser/language-server.js'), 'utf8')],
    ['/worker-client.js', await readFile(inRoot('test/support/in-page/worker-client.js'), 'utf8')],
  ]);
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const script = scripts.get(url);
    if (script === undefined && url !== '/') requests.push(url);
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
      .end(
        script ?? '<!doctype html><link rel="icon" href="data:,"><script src="/worker-client.js"></script>',
      );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const browser = await launchChromium();
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(error.message));
  page.on('console', line => {
    if (line.type() === 'error') troubles.push(line.text());
  });
  page.on('request', request => {
    if (!request.url().startsWith(`http://127.0.0.1:${address.port}/`) && !request.url().startsWith('data:'))
      requests.push(request.url());
  });
  await page.goto(`http://127.0.0.1:${address.port}/`);
  return {
    troubles,
    requests,
    send: async messages => {
      // As text, which is read many times faster than a literal.
      const text = JSON.stringify(JSON.stringify(messages));
      const answers: string = await page.evaluate(`sendAll(JSON.parse(${text})).then(JSON.stringify)`);
      return JSON.parse(answers);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
