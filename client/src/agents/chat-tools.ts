/** The tools for agents in the editor's chat: those of the server, after the user has confirmed requests to a site. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Confirmation } from '#shared/protocol/agents.ts';
import { jsonSchema, type Json } from '#shared/protocol/json.ts';
import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';

const manifestSchema = v.object({
  contributes: v.object({ languageModelTools: v.array(v.object({ name: v.string() })) }),
});
const prefix = 'wikijql_';

/** Registers every tool of the manifest. */
export function registerAgentTools(
  { packageJSON }: vscode.Extension<unknown>,
  requests: Requests,
): vscode.Disposable {
  const { contributes } = v.parse(manifestSchema, packageJSON);
  return vscode.Disposable.from(
    ...contributes.languageModelTools.map(({ name }) =>
      vscode.lm.registerTool(name, agentTool(name.slice(prefix.length), requests)),
    ),
  );
}

const agentTool = (tool: string, requests: Requests): vscode.LanguageModelTool<unknown> => ({
  async prepareInvocation({ input }, token) {
    const confirmation = await requests.agentConfirmation({ tool, input: jsonOf(input) }, token);
    return confirmation === null ? {} : preparedInvocation(confirmation);
  },
  async invoke({ input }, token) {
    const answer = await requests.agentTool({ tool, input: jsonOf(input) }, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer.text)]);
  },
});

const jsonOf = (input: unknown): Json => (v.is(jsonSchema, input) ? input : null);

/** The question to the user: which site gets a query and with which account; the query follows. */
export const confirmationLines = ({ site, url, account }: Confirmation): readonly string[] => [
  text('agents.ask.site', { site, url }),
  account === undefined ? text('agents.ask.anonymous') : text('agents.ask.account', { account }),
  text('agents.ask.query'),
];

function preparedInvocation(confirmation: Confirmation): vscode.PreparedToolInvocation {
  const { site, query } = confirmation;
  const message = new vscode.MarkdownString();
  for (const [index, line] of confirmationLines(confirmation).entries()) {
    if (index > 0) message.appendMarkdown('\n\n');
    message.appendText(line);
  }
  message.appendCodeblock(query);
  return {
    invocationMessage: text('agents.asking', { site }),
    confirmationMessages: { title: text('agents.ask.title', { site }), message },
  };
}
