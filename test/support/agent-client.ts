/** Starts `wikijql mcp` of the built command line, with the protocol's own client at the other end. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cleanEnvironment, program } from '../cli/program.ts';

/** A tool's answer to an agent. */
export interface Answered {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface AgentClient extends AsyncDisposable {
  readonly client: Client;
  /** All output of the server on standard error. */
  readonly errors: () => string;
  readonly call: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<Answered>;
}

export interface AgentOptions {
  readonly folder: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The program and its first words; absent = `wikijql mcp`. */
  readonly command?: readonly string[];
  /** The revision of the protocol that the client speaks; absent = one that begins with `initialize`. */
  readonly revision?: string;
}

export async function startAgentClient({
  folder,
  words = [],
  environment = {},
  command = [program, 'mcp'],
  revision,
}: AgentOptions): Promise<AgentClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command, ...words],
    cwd: folder,
    env: { ...definedOf(cleanEnvironment(folder)), ...environment },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (part: Buffer) => {
    errors += part.toString('utf8');
  });
  const client = new Client(
    { name: 'test', version: '1' },
    revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  await client.connect(transport);
  return {
    client,
    errors: () => errors,
    async call(name, input = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
      const [first] = content;
      return {
        text: first?.type === 'text' ? first.text : '',
        structured: isRecord(structuredContent) ? structuredContent : {},
        isError: isError === true,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const definedOf = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
