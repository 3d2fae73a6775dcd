/** Queries in files of other languages: underlined, mended, explained, completed, run and opened. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask, labelOf, problems } from './ask.ts';
import type { HostTests } from './runner.ts';
import { openFile } from './workspace.ts';

const bot = `pages = api.get({
    'action': 'query',
    "list": 'allpages',
    'aplimt': 5,
})
jira.search_issues(f'project = {key} AND status = Open')
`;

export const embeddedTests: HostTests = {
  'a problem of a query in Python is mended in the quoting of the file': async () => {
    const document = await openFile('mended.py', bot);
    const [problem] = await problems(document, 1);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Warning);
    const actions = await ask<vscode.CodeAction[]>('CodeActionProvider', document.uri, problem.range);
    const fix = actions.find(({ title }) => title.includes('Change “aplimt” to “aplimit”'));
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /'aplimit': 5,/);
    await problems(document, 0);
  },

  'a query in Python is explained and completed': async () => {
    const { uri } = await openFile('explained.py', bot.replace("'allpages'", "'allpages|alluse'"));
    const hovers = await ask<vscode.Hover[]>('HoverProvider', uri, new vscode.Position(2, 16));
    const texts = hovers.flatMap(({ contents }) => contents);
    assert.match(texts.map(each => (typeof each === 'string' ? each : each.value)).join('\n'), /pages/);
    const place = new vscode.Position(2, 28);
    const { items } = await ask<vscode.CompletionList>('CompletionItemProvider', uri, place);
    assert.ok(items.map(labelOf).includes('allusers'));
  },

  'a query in Python runs where it is': async () => {
    const { uri } = await openFile('run.py', bot.replace('aplimt', 'aplimit'));
    const place = { line: 2, character: 16 };
    const result = await vscode.commands.executeCommand('wikijql.run', uri.toString(), place);
    assert.partialDeepStrictEqual(result, { status: 'more', rows: 5 });
  },

  'a query in a cell of a notebook for Python is underlined, mended, explained and run': async () => {
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, bot, 'python');
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([cell]),
    );
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(0);
    const [problem] = await problems(document, 1);
    assert.ok(problem);
    const actions = await ask<vscode.CodeAction[]>('CodeActionProvider', document.uri, problem.range);
    const fix = actions.find(({ title }) => title.includes('Change “aplimt” to “aplimit”'));
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    await problems(document, 0);
    const place = { line: 2, character: 16 };
    assert.ok(
      (await ask<vscode.Hover[]>('HoverProvider', document.uri, new vscode.Position(2, 16))).length > 0,
    );
    const result = await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), place);
    assert.partialDeepStrictEqual(result, { status: 'more', rows: 5 });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  },

  'a query in Python is opened as a file, with variables for what the program computes': async () => {
    const { uri } = await openFile('opened.py', bot);
    await vscode.commands.executeCommand('wikijql.openAsQueryFile', uri.toString(), {
      line: 5,
      character: 30,
    });
    const opened = await until('the query file', async () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.languageId === 'jql' && document;
    });
    assert.match(opened.getText(), /^@key =/m);
    assert.match(opened.getText(), /project = \{\{key\}\} AND status = Open/);
  },
};
