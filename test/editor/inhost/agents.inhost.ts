/** The tools for agents, called as the editor's chat calls them: those that ask the user nothing. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import tools from '../../../server/catalogue/agents/tools.json' with { type: 'json' };
import { until } from '../../support/until.ts';
import type { HostTests } from './runner.ts';
import { write } from './workspace.ts';

const call = async (tool: string, input: object): Promise<string> => {
  const { content } = await vscode.lm.invokeTool(`wikijql_${tool}`, {
    input,
    toolInvocationToken: undefined,
  });
  return content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
};

const set = (setting: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration('wikijql').update(setting, value, vscode.ConfigurationTarget.Global);

/** The answer to a run, once it begins so. */
const runAnswers = (beginning: string): Promise<string> =>
  until(`the answer ${beginning}`, async () => {
    const text = await call('run_query', { text: 'list=allpages', language: 'wikiquery', site: 'sandbox' });
    return text.startsWith(beginning) && text;
  });

export const agentTests: HostTests = {
  'the tools for agents are all there, and those that ask no site answer at once': async () => {
    const names = new Set(vscode.lm.tools.map(({ name }) => name));
    for (const name of Object.keys(tools)) assert.ok(names.has(`wikijql_${name}`), name);
    const text = await call('check_query', { text: 'updated >= now("-1h")', language: 'jql' });
    assert.match(text, /corrected: "updated >= -1h"/);
  },

  'the tools for agents read the files of the workspace': async () => {
    await write('agent-pages.wikiquery', '### Pages\n# @name pages\nlist=allpages\n');
    const text = await call('list_queries', { matching: 'agent-pages.wikiquery' });
    assert.match(text, /"file":"agent-pages\.wikiquery","name":"pages"/);
  },

  'the tools for agents refuse a site that is not allowed, without a question': async () => {
    assert.match(await runAnswers('Agents may not query'), /nothing was sent/);
  },

  'the tools for agents do nothing once they are turned off': async () => {
    await set('agents.enabled', false);
    await runAnswers('The tools for agents are turned off');
    await set('agents.enabled', undefined);
    await runAnswers('Agents may not query');
  },
};
