/** An embedded wiki and tracker, a folder with their settings, and an agent that may use both. */
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type Folder, folderWith } from '../cli/program.ts';
import { type AgentClient, startAgentClient } from './agent-client.ts';

export interface AgentSandbox extends AsyncDisposable {
  readonly wiki: SandboxWiki;
  readonly tracker: SandboxTracker;
  readonly folder: Folder;
  readonly agent: AgentClient;
  /** All requests to the sites, in order: site, method, path and action. */
  readonly sent: () => readonly string[];
}

export interface AgentSandboxOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
}

export async function startAgentSandbox({
  files = {},
  settings = {},
  args = ['--site', 'wiki,work'],
}: AgentSandboxOptions = {}): Promise<AgentSandbox> {
  const wiki = await startSandboxWiki();
  const tracker = await startSandboxTracker();
  const sites = {
    wiki: { kind: 'wiki', url: wiki.url },
    work: { kind: 'tracker', url: tracker.url },
    other: { kind: 'wiki', url: wiki.url },
  };
  const folder = folderWith({
    '.vscode/settings.json': JSON.stringify({
      'wikijql.sites': sites,
      'wikijql.defaultSite': 'wiki',
      ...settings,
    }),
    ...files,
  });
  const [account] = tracker.accounts;
  if (account === undefined) throw new Error('The tracker has no account.');
  const agent = await startAgentClient({
    folder: folder.path,
    // The file is named, as its sites are asked together.
    words: ['--settings', '.vscode/settings.json', ...args],
    environment: {
      WIKIJQL_WORK_URL: tracker.url,
      WIKIJQL_WORK_USER: account.name,
      WIKIJQL_WORK_PASSWORD: account.password,
    },
  });
  return {
    wiki,
    tracker,
    folder,
    agent,
    sent: () => [
      ...wiki.requests.map(
        ({ method, path, parameters }) => `wiki ${method} ${path} ${parameters.get('action') ?? ''}`,
      ),
      ...tracker.requests.map(({ method, path }) => `work ${method} ${path}`),
    ],
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await wiki.stop();
      await tracker.stop();
      folder[Symbol.dispose]();
    },
  };
}
