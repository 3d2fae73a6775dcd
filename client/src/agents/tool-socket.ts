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
import { text } from '../texts.ts';

/** Maximum characters of a line: more than a message of the protocol may have. */
const maxLineLength = 5 * 1024 * 1024;
/** Processes that are connected, and calls of all of them that are under way. */
const most = { sockets: 32, calls: 100 };
/** Milliseconds in which a process must send the secret. */
const defaultSecretDelay = 10_000;

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
  readonly #secretDelay: number;
  #calls = 0;
  readonly #secret = randomUUID();
  readonly #sockets = new Set<Socket>();
  #listening:
    Promise<{ readonly server: Server; readonly address: string; readonly folder?: string }> | undefined;

  /** @param secretDelay milliseconds in which a process must send the secret */
  constructor(doTool: DoTool, secretDelay = defaultSecretDelay) {
    this.#doTool = doTool;
    this.#secretDelay = secretDelay;
  }

  /** Starts to listen, unless it does already. */
  async address(): Promise<SocketAddress> {
    this.#listening ??= this.#listen().catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    return { address: (await this.#listening).address, secret: this.#secret };
  }

  dispose(): void {
    for (const socket of this.#sockets) socket.destroy();
    void this.#close();
  }

  async #close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    listening?.server.close();
    await removeFolder(listening?.folder);
  }

  async #listen() {
    const folder = process.platform === 'win32' ? undefined : await mkdtemp(path.join(tmpdir(), 'wikijql-'));
    const address =
      folder === undefined ? `\\\\.\\pipe\\wikijql-${randomUUID()}` : path.join(folder, 'tools');
    const server = createServer(socket => this.#serve(socket));
    server.maxConnections = most.sockets;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(address, resolve);
      });
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
    return { server, address, ...(folder !== undefined && { folder }) };
  }

  #serve(socket: Socket): void {
    const calls = new Map<number, vscode.CancellationTokenSource>();
    let isOurs = false;
    const secretTimeout = setTimeout(() => socket.destroy(), this.#secretDelay);
    const take = (line: string): void => {
      if (isOurs) this.#handle(line, socket, calls);
      else if (line === this.#secret) {
        isOurs = true;
        clearTimeout(secretTimeout);
      } else socket.destroy();
    };
    this.#sockets.add(socket);
    let rest = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > (isOurs ? maxLineLength : this.#secret.length)) socket.destroy();
      for (const line of lines) if (!socket.destroyed) take(line);
    });
    socket.on('drain', () => socket.resume());
    // A process that was killed resets its end.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(secretTimeout);
      this.#sockets.delete(socket);
      for (const call of calls.values()) call.cancel();
    });
  }

  #handle(line: string, socket: Socket, calls: Map<number, vscode.CancellationTokenSource>): void {
    const message = callOf(line);
    if (message === undefined || (message.call !== undefined && calls.has(message.id))) {
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
    const write = async (): Promise<void> => {
      const answer = await this.#answer(call, source.token);
      calls.delete(id);
      source.dispose();
      const sent: WindowAnswer = { id, answer };
      // Stop reading from a process that does not read its answers.
      if (!socket.write(`${JSON.stringify(sent)}\n`)) socket.pause();
    };
    void write();
  }

  async #answer(call: ToolCall, token: vscode.CancellationToken): Promise<ToolAnswerResult> {
    // The agent can read the refusal and call again, so this is an answer like others.
    if (this.#calls >= most.calls) return refusalOf('busy', text('agents.calls', { count: this.#calls }));
    this.#calls++;
    try {
      return await this.#doTool(call, token);
    } catch (error) {
      return refusalOf('fault', String(error));
    } finally {
      this.#calls--;
    }
  }
}

async function removeFolder(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
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
