/** The tests' side of the driver extension: what is not itself under test is done through it, without the keyboard. */
import { build } from 'esbuild';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inRoot } from '../paths.ts';
import { until } from '../until.ts';
import type { DriverAction, DriverAnswer, DriverRequest } from './driver/requests.ts';

/** Milliseconds that something may take. */
const patience = 180_000;

const source = inRoot('test/support/editor/driver');

/** Makes the driver extension in a new folder. */
export const makeDriverExtension = async (folder: string): Promise<void> => {
  await mkdir(folder);
  await copyFile(path.join(source, 'package.json'), path.join(folder, 'package.json'));
  await build({
    entryPoints: [path.join(source, 'extension.ts')],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
};

/** Drives the extension host that has connected last: each load of a window has one of its own. */
export class Driver {
  readonly #server: Server;
  readonly #answered = new Map<number, (answer: DriverAnswer) => void>();
  #host: Socket | undefined;
  #lastId = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', socket => {
      this.#host = socket;
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        if (this.#host === socket) this.#host = undefined;
      });
      createInterface(socket).on('line', line => {
        const answer: DriverAnswer = JSON.parse(line);
        this.#answered.get(answer.id)?.(answer);
      });
    });
  }

  static async start(): Promise<Driver> {
    const server = createServer();
    const driver = new Driver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return driver;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** The window loads anew: its extension host ends, and another one will connect. */
  forgetHost(): void {
    this.#host?.destroy();
    this.#host = undefined;
  }

  /**
   * Resolves once it is done; asks again where the extension host has ended meanwhile, and only then, as one that is slow
   * would do it twice. Rejects if it fails.
   */
  async run(action: DriverAction): Promise<void> {
    const answer = await until(`the window: ${JSON.stringify(action)}`, () => this.#try(action), patience);
    if (answer.error !== undefined) throw new Error(`${JSON.stringify(action)} failed: ${answer.error}`);
  }

  async stop(): Promise<void> {
    this.forgetHost();
    this.#server.close();
  }

  /** `undefined` = no extension host has connected, or it has ended before its answer. */
  async #try(action: DriverAction): Promise<DriverAnswer | undefined> {
    const host = this.#host;
    if (host === undefined) return undefined;
    const request: DriverRequest = { id: ++this.#lastId, action };
    const answer = new Promise<DriverAnswer>(resolve => {
      this.#answered.set(request.id, resolve);
      host.write(`${JSON.stringify(request)}\n`);
    });
    const closed = new AbortController();
    const ended = once(host, 'close', { signal: closed.signal }).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([answer, ended]);
    } finally {
      closed.abort();
      this.#answered.delete(request.id);
    }
  }
}
