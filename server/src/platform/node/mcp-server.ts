/** Serves the tools for agents over the Model Context Protocol, on standard input and output. A bundle of its own. */
import { pipeline } from 'node:stream';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  McpServer,
  ProtocolError,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import catalogue from '../../../catalogue/agents/tools.json' with { type: 'json' };
import { say } from '../../agents/refusal.ts';
import { type OfferedTools, unknownTool } from '../../agents/agent-tools.ts';
import { boundedLines } from './bounded-lines.ts';

/** Maximum megabytes of a message. A longer one would end the session, by a limit of the protocol's package. */
const maxMessageMegabytes = 4;

/** Calls of tools that a client may send before it has an answer to one of them. */
export const maxUnanswered = 100;
/** The code of JSON-RPC for an error of a server’s own. */
const busy = -32000;

/** Serves until the client closes its end, or the signal is aborted. */
export async function serveTools(offered: OfferedTools, signal: AbortSignal): Promise<void> {
  const lines = boundedLines(maxMessageMegabytes * 1024 * 1024, refuseMessage);
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close']) lines.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Each answer that waits for the client listens for its turn.
  process.stdout.setMaxListeners(2 * maxUnanswered);
  const transport = new GatedTransport(new StdioServerTransport(lines), sendError);
  const served = serveStdio(() => serverOf(offered, transport), { transport, onerror: offered.fault });
  pipeline(process.stdin, lines, error => {
    if (error && !signal.aborted) offered.fault(error);
  });
  await ended;
  await served.close();
  lines.destroy();
}

/** Answers a message that is too long to be read; its id is unknown. */
function refuseMessage(): void {
  sendError(null, INVALID_REQUEST, say('message.too-long', { most: maxMessageMegabytes }));
}

function sendError(id: RequestId | null, code: number, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
}

function serverOf({ version, instructions, call }: OfferedTools, transport: GatedTransport): McpServer {
  const served = new McpServer({ name: 'wikijql', title: 'wikijql', version }, { instructions });
  const { server } = served;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { text, structured, isRefused } = await call(params.name, params.arguments, mcpReq.signal).finally(
      () => mcpReq.signal.aborted && transport.forget(mcpReq.id),
    );
    if (structured['refused'] === unknownTool) throw new ProtocolError(INVALID_PARAMS, text, structured);
    return {
      content: [{ type: 'text' as const, text }],
      structuredContent: structured,
      ...(isRefused && { isError: true }),
    };
  });
  return served;
}

/** The tools as they are listed. They check their arguments themselves, so that they can say what to do instead. */
const listed = Object.entries(catalogue).map(([name, { title, description, reads, input }]) => ({
  name,
  title,
  description,
  inputSchema: { ...input, type: 'object' as const },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: reads === 'site',
  },
}));

/** Passes messages on, but answers a call of a tool itself where too many others are unanswered. */
export class GatedTransport implements Transport {
  readonly #inner: Transport;
  readonly #refuse: (id: RequestId, code: number, message: string) => void;
  readonly #unanswered = new Set<RequestId>();
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;

  /** @param refuse answers a call with an error; unlike `send` of the inner one it never waits for the client */
  constructor(inner: Transport, refuse: (id: RequestId, code: number, message: string) => void) {
    this.#inner = inner;
    this.#refuse = refuse;
  }

  async start(): Promise<void> {
    const events: Pick<Transport, 'onmessage' | 'onclose' | 'onerror'> = {
      onmessage: (message, extra) => {
        if (this.#takes(message)) this.onmessage?.(message, extra);
      },
      onclose: () => this.onclose?.(),
      onerror: error => this.onerror?.(error),
    };
    Object.assign(this.#inner, events);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (isJSONRPCResponse(message) && message.id !== undefined) this.#unanswered.delete(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Frees the place of a call that was cancelled, and so gets no answer. */
  forget(id: RequestId): void {
    this.#unanswered.delete(id);
  }

  #takes(message: JSONRPCMessage): boolean {
    if (!isJSONRPCRequest(message) || message.method !== 'tools/call') return true;
    const { id } = message;
    // A second call with the id of the first would be answered by its answer.
    if (this.#unanswered.size >= maxUnanswered || this.#unanswered.has(id)) {
      this.#refuse(id, busy, say('calls.busy', { count: this.#unanswered.size }));
      return false;
    }
    this.#unanswered.add(id);
    return true;
  }
}
