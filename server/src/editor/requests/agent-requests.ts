import type { Connection } from 'vscode-languageserver';
import { AgentTools } from '../../agents/agent-tools.ts';
import { agentConfirmationRequest, agentToolRequest } from '#shared/protocol/agents.ts';
import { onRequest } from './custom-requests.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Answers the requests of `protocol/agents.ts`: the tools for agents, in the folders of the workspace.
 *
 * @param folders the addresses of these folders @param linkScheme the scheme of links that open a query in the editor
 */
export function registerAgentRequests(
  connection: Connection,
  workspace: Workspace,
  folders: readonly string[],
  linkScheme: string,
): void {
  const { runtime, trusted, fault } = workspace;
  const uriOf = (file: string): string => {
    const [folder] = folders;
    return folder === undefined ? file : new URL(encodeURI(file), `${folder}/`).href;
  };
  const settings = (): ServerSettings => {
    const { agents, ...others } = workspace.settings;
    return { ...others, agents: trusted ? agents : { ...agents, sites: [] } };
  };
  const tools = new AgentTools({
    settings,
    language: async id => {
      const language = runtime.languages.get(id);
      if (language === undefined) throw new TypeError(`No language ${id}`);
      return language;
    },
    context: (file = 'query') => workspace.contextOf(uriOf(file)),
    files: runtime.agentFiles(folders, uri => workspace.documents.get(uri)?.getText()),
    mark: runtime.randomToken,
    linkScheme,
    backend: async () => runtime.backend,
    sql: runtime.askSql,
    asked: () => undefined,
    fault: (tool, error) => fault(`agents, ${tool}`, error),
  });
  onRequest(connection, agentToolRequest, ({ tool, input }, token) =>
    tools.call(tool, input, signalOf(token)),
  );
  onRequest(
    connection,
    agentConfirmationRequest,
    async ({ tool, input }) => (await tools.confirmation(tool, input)) ?? null,
  );
}
