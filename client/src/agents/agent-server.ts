/** The tools of this window for agents outside of the extension host: a server of the Model Context Protocol. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Confirmation, windowVariables } from '#shared/protocol/agents.ts';
import type { AgentRequests } from '../platform/platform.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { confirmationLines } from './chat-tools.ts';
import { type DoTool, refusalOf, ToolSocket } from './tool-socket.ts';
import { ask } from '../user-messages.ts';

const manifestSchema = v.object({
  version: v.string(),
  contributes: v.object({ mcpServerDefinitionProviders: v.tuple([v.object({ id: v.string() })]) }),
});
/** Questions that wait for the user: an agent that asks more often would keep the window from being used. */
const maxQuestions = 3;
const enabledSetting = 'agents.enabled';

/** Offers the server, while the tools for agents are on. */
export function offerAgentServer(
  context: vscode.ExtensionContext,
  requests: AgentRequests,
): vscode.Disposable {
  const manifest = v.parse(manifestSchema, context.extension.packageJSON);
  const [{ id }] = manifest.contributes.mcpServerDefinitionProviders;
  const { version } = manifest;
  const socket = new ToolSocket(confirmedTool(requests));
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    socket,
    changed,
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${section}.${enabledSetting}`)) changed.fire();
    }),
    vscode.lm.registerMcpServerDefinitionProvider(id, {
      onDidChangeMcpServerDefinitions: changed.event,
      // The editor keeps these definitions in a file: they have nothing that is only for the process.
      provideMcpServerDefinitions: () =>
        vscode.workspace.getConfiguration(section).get<boolean>(enabledSetting, true)
          ? [
              new vscode.McpStdioServerDefinition(
                text('client.name'),
                process.execPath,
                [context.asAbsolutePath('dist/editor-tools.js')],
                { ELECTRON_RUN_AS_NODE: '1' },
                version,
              ),
            ]
          : [],
      async resolveMcpServerDefinition(server: vscode.McpStdioServerDefinition) {
        const { address, secret } = await socket.address();
        server.env = {
          ...server.env,
          [windowVariables.address]: address,
          [windowVariables.secret]: secret,
          [windowVariables.version]: version,
        };
        return server;
      },
    }),
  );
}

/** Does the work of a tool after the user has allowed its request, if it sends one. */
function confirmedTool(requests: AgentRequests): DoTool {
  let questions = 0;
  return async (call, token) => {
    const confirmation = await requests.agentConfirmation(call, token);
    if (confirmation === null) return requests.agentTool(call, token);
    if (questions >= maxQuestions) return refusalOf('busy', text('agents.busy', { count: questions }));
    questions++;
    const isAllowed = await isAllowedByUser(confirmation).finally(() => void questions--);
    return isAllowed ? requests.agentTool(call, token) : refusalOf('declined', text('agents.declined'));
  };
}

async function isAllowedByUser(confirmation: Confirmation): Promise<boolean> {
  const allow = text('agents.allow');
  const title = text('agents.ask.title', { site: confirmation.site });
  const detail = [...confirmationLines(confirmation), confirmation.query].join('\n\n');
  return (await ask(title, detail, allow)) === allow;
}
