/**
 * The entry of the process that gives agents outside of the editor the tools of its window. It knows no site, setting or
 * credential: it passes calls on to the window, which asks the user and does the work.
 */
import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { say } from '../../agents/refusal.ts';
import type { ToolAnswer } from '../../agents/tool.ts';
import { jsonSchema } from '#shared/protocol/json.ts';
import { type WindowCall, windowAnswerSchema, windowVariables } from '#shared/protocol/agents.ts';
import { boundedLines } from './bounded-lines.ts';
import { serveTools } from './mcp-server.ts';

/** Maximum bytes of an answer of the window, several times what the tools answer. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** The window at the other end of a socket. */
class Window {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolvers<ToolAnswer>>();
  #calls = 0;

  /** @param secret proves to the window that it started this process */
  constructor(socket: Socket, secret: string) {
    this.#socket = socket;
    const lines = boundedLines(maxAnswerBytes, () => socket.destroy());
    lines.on('data', (line: Buffer) => this.#take(line.toString('utf8')));
    socket.pipe(lines);
    socket.write(`${secret}\n`);
  }

  /** Has the window do the work of a tool. */
  call(tool: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const id = ++this.#calls;
    const waiting = Promise.withResolvers<ToolAnswer>();
    this.#waiting.set(id, waiting);
    this.#send({ id, call: { tool, input: v.is(jsonSchema, input) ? input : null } });
    signal.addEventListener('abort', () => this.#send({ id }), { once: true });
    return waiting.promise;
  }

  #take(line: string): void {
    const { id, answer } = v.parse(windowAnswerSchema, JSON.parse(line));
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  #send(call: WindowCall): void {
    this.#socket.write(`${JSON.stringify(call)}\n`);
  }
}

function fail(message: 'window.none' | 'window.closed'): never {
  process.stderr.write(`${say(message)}\n`);
  process.exit(2);
}

/** Serves until the agent closes its end, or the window is closed. */
async function main(): Promise<void> {
  const { address, secret, version } = windowVariables;
  const { [address]: socketAddress, [secret]: windowSecret, [version]: windowVersion = '' } = process.env;
  if (socketAddress === undefined || windowSecret === undefined) fail('window.none');
  const socket = connect(socketAddress);
  socket.on('error', () => fail('window.closed'));
  socket.on('close', () => fail('window.closed'));
  const window = new Window(socket, windowSecret);
  await serveTools(
    {
      version: windowVersion,
      instructions: say('instructions'),
      call: window.call.bind(window),
      fault: ({ message }) => void process.stderr.write(`${message}\n`),
    },
    new AbortController().signal,
  );
  process.exit(0);
}

void main();
