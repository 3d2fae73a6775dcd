/** Saved filters of a tracker: pulled into files, and compared with the copies there. */
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask } from './ask.ts';
import type { HostTests } from './runner.ts';
import { type Clerk, withTrackers } from './trackers.ts';
import { openFile, write } from './workspace.ts';

const pulled = '### Garden, this week\n# @filter 10044\nproject = GARD AND updated >= -1w\n';
const canal = '# @site work\n### Canal\n# @filter 10043\nproject = CANAL\n';

const frontText = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';

/** Pulls a filter into a file, and answers what name was proposed for it. */
const pull = async (clerk: Clerk, { fsPath }: vscode.Uri): Promise<string> => {
  const done = vscode.commands.executeCommand('wikijql.filters.pull');
  await clerk.choose(/filter/i, 'Garden, this week');
  const { value } = await clerk.type(/Pull Filter into a Query File/, fsPath);
  await done;
  return path.basename(value);
};

/** Runs the quick fix of a document's first problem whose title fits. */
const fix = async ({ uri }: vscode.TextDocument, title: RegExp): Promise<void> => {
  const [problem] = await until('the problem', async () => {
    const problems = vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'filter-changed');
    return problems.length > 0 && problems;
  });
  const actions = await ask<vscode.CodeAction[]>('CodeActionProvider', uri, problem?.range);
  const { command } = actions.find(action => title.test(action.title)) ?? {};
  assert.ok(command);
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
};

export const filterTests: HostTests = {
  'a saved filter is pulled into a new file, and to the end of one that exists': withTrackers(
    ['work'],
    async clerk => {
      await clerk.signIn('work', 'ada');
      const file = await write('canal.jql', canal);
      const other = vscode.Uri.joinPath(file, '../garden.jql');
      assert.match(await pull(clerk, other), /^Garden.*\.jql$/);
      assert.equal(frontText(), `# @site work\n\n${pulled}`);
      await pull(clerk, file);
      assert.ok(frontText().startsWith(canal.trim()));
      assert.match(frontText(), /\n### Garden, this week\n# @site work\n# @filter 10044\n/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    },
  ),

  'a copy of a saved filter that differs is compared with it, and replaced by it': withTrackers(
    ['work'],
    async clerk => {
      await clerk.signIn('work', 'ada');
      const document = await openFile('canal.jql', canal);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('wikijql.filters.compareFile');
      await clerk.leave(/differ from their saved filter: 1 of 1/);
      await fix(document, /Compare with the saved filter/);
      await until('both texts', async () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return activeTab?.input instanceof vscode.TabInputTextDiff;
      });
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await vscode.window.showTextDocument(document);
      await fix(document, /Replace with the saved filter/);
      assert.match(document.getText(), /assignee = currentUser\(\)/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    },
  ),
};
