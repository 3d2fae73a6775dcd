/** The socket on which the processes that the window starts for agents call its tools. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  type ToolAnswerResult,
  type ToolCall,
  type WindowAnswer,
  type WindowCall,
  windowCallSchema,
} from '#shared/protocol/agents.ts';

/** Maximum characters of a line: more than a message of the protocol may have. */
const longestLine = 5 * 1024 * 1024;

/** Does the work of a tool. */
export type DoTool = (call: ToolCall, token: vscode.CancellationToken) => Promise<ToolAnswerResult>;

/** The address where the window listens, and the secret that a process sends first. */
export interface SocketAddress {
  readonly address: string;
  readonly secret: string;
}

/** Listens from the first request for its address, in a folder that only the user can read. */
export class ToolSocket implements vscode.Disposable {
  readonly #doTool: DoTool;
  readonly #secret = randomUUID();
  readonly #sockets = new Set<Socket>();
  #listening:
    Promise<{ readonly server: Server; readonly address: string; readonly folder?: string }> | undefined;

  constructor(doTool: DoTool) {
    this.#doTool = doTool;
  }

  /** Starts to listen, unless it does already. */
  async address(): Promise<SocketAddress> {
    this.#listening ??= this.#listen();
    return { address: (await this.#listening).address, secret: this.#secret };
  }

  dispose(): void {
    for (const socket of this.#sockets) socket.destroy();
    void this.#close();
  }

  async #close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    listening?.server.close();
    if (listening?.folder !== undefined) await rm(listening.folder, { recursive: true, force: true });
  }

  async #listen() {
    const folder = process.platform === 'win32' ? undefined : await mkdtemp(path.join(tmpdir(), 'wikijql-'));
    const address =
      folder === undefined ? `\\\\.\\pipe\\wikijql-${randomUUID()}` : path.join(folder, 'tools');
    const server = createServer(socket => this.#serve(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(address, resolve);
    });
    return { server, address, ...(folder !== undefined && { folder }) };
  }

  #serve(socket: Socket): void {
    const calls = new Map<number, vscode.CancellationTokenSource>();
    let isOurs = false;
    const take = (line: string): void => {
      if (isOurs) this.#take(line, socket, calls);
      else if (line === this.#secret) isOurs = true;
      else socket.destroy();
    };
    this.#sockets.add(socket);
    let rest = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > (isOurs ? longestLine : this.#secret.length)) socket.destroy();
      for (const line of lines) if (!socket.destroyed) take(line);
    });
    // A process that was killed resets its end.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const call of calls.values()) call.cancel();
    });
  }

  #take(line: string, socket: Socket, calls: Map<number, vscode.CancellationTokenSource>): void {
    const message = callOf(line);
    if (message === undefined) {
      socket.destroy();
      return;
    }
    const { id, call } = message;
    if (call === undefined) {
      calls.get(id)?.cancel();
      return;
    }
    const source = new vscode.CancellationTokenSource();
    calls.set(id, source);
    const answer = (result: ToolAnswerResult): void => {
      const sent: WindowAnswer = { id, answer: result };
      socket.write(`${JSON.stringify(sent)}\n`);
    };
    this.#doTool(call, source.token)
      .then(answer, (error: unknown) => answer(refusalOf('fault', String(error))))
      .finally(() => {
        calls.delete(id);
        source.dispose();
      });
  }
}

/** `undefined` = no process that the window started writes such a line. */
function callOf(line: string): WindowCall | undefined {
  try {
    return v.parse(windowCallSchema, JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The answer to a call that does nothing. */
export const refusalOf = (refused: string, summary: string): ToolAnswerResult => ({
  text: summary,
  structured: { refused, summary },
  isRefused: true,
});
