/** Runs by the extension's commands: in the order of a file, and with what a query asks to be shown. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import type { HostTests } from './runner.ts';
import { openQuery } from './workspace.ts';

const several = `### First
# @limit 1
list=allpages

### Second
# @limit 2
list=allpages
`;

/** The document in front, once it is of that language. */
const shown = (languageId: string): Promise<vscode.TextDocument> =>
  until(`a document of ${languageId} in front`, async () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.languageId === languageId && document;
  });

export const runningTests: HostTests = {
  'all queries of a file run in their order': async () => {
    await vscode.window.showTextDocument(await openQuery(several));
    await vscode.commands.executeCommand('wikijql.runAll');
  },

  'the raw response is a document, where the query asks for it at once': async () => {
    const document = await openQuery('# @view json\nmeta=siteinfo\nsiprop=general\n');
    const place = { line: 1, character: 0 };
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), place);
    assert.match((await shown('json')).getText(), /"general": \{/);
  },

  'the raw response of the query in front is shown by the command': async () => {
    const document = await openQuery('list=recentchanges\nrclimit=2\n# @limit 2\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), { line: 0, character: 0 });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.showRaw');
    assert.match((await shown('json')).getText(), /"recentchanges": \[/);
  },
};
