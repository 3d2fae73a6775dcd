/** Serves the tools for agents over the Model Context Protocol, on standard input and output. A bundle of its own. */
import { pipeline } from 'node:stream';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  McpServer,
  ProtocolError,
  type RequestId,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import catalogue from '../../../catalogue/agents/tools.json' with { type: 'json' };
import { say } from '../../agents/refusal.ts';
import { type OfferedTools, unknownTool } from '../../agents/agent-tools.ts';
import { boundedLines } from './bounded-lines.ts';
import { GatedTransport, mostUnanswered } from './gated-transport.ts';

/** Maximum megabytes of a message. A longer one would end the session, by a limit of the protocol's package. */
const longestMessage = 4;

/** Serves until the client closes its end, or the signal is aborted. */
export async function serveTools(offered: OfferedTools, signal: AbortSignal): Promise<void> {
  const lines = boundedLines(longestMessage * 1024 * 1024, refuseMessage);
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close']) lines.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Each answer that waits for the client listens for its turn.
  process.stdout.setMaxListeners(2 * mostUnanswered);
  const transport = new GatedTransport(new StdioServerTransport(lines), refuse);
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
  refuse(null, INVALID_REQUEST, say('message.too-long', { most: longestMessage }));
}

function refuse(id: RequestId | null, code: number, message: string): void {
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
