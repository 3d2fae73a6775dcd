/** Serves the tools for agents over the Model Context Protocol, on standard input and output. A bundle of its own. */
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import catalogue from '../catalogue/agents/tools.json' with { type: 'json' };
import type { ToolAnswer } from './agents/tool-answer.ts';

/** What is served. */
export interface OfferedTools {
  readonly version: string;
  /** For a model: what the tools are for and what holds for all of them. */
  readonly instructions: string;
  readonly call: (name: string, given: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
  /** Takes what went wrong in the conversation. */
  readonly fault: (error: Error) => void;
}

/** Serves until the client closes its end, or the signal is aborted. */
export async function serveTools(offered: OfferedTools, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const served = serveStdio(() => serverOf(offered), { onerror: offered.fault });
  await ended;
  await served.close();
}

function serverOf({ version, instructions, call }: OfferedTools): McpServer {
  const server = new McpServer({ name: 'wikijql', title: 'wikijql', version }, { instructions });
  for (const [name, { title, description, reads, input }] of Object.entries(catalogue)) {
    const annotations = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: reads === 'site',
    };
    server.registerTool(
      name,
      { title, description, inputSchema: checkedByTool(input), annotations },
      async (given, { mcpReq }) => {
        const { text, structured, isRefused } = await call(name, given, mcpReq.signal);
        return {
          content: [{ type: 'text', text }],
          structuredContent: structured,
          ...(isRefused && { isError: true }),
        };
      },
    );
  }
  return server;
}

/** The tool itself checks its arguments, so that it can say what to do instead. */
const checkedByTool = (schema: Readonly<Record<string, unknown>>): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'wikijql',
    validate: value => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});
