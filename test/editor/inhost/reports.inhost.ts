/** Reports: refreshed by the command, undone at once, and no chart through a link. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import type { HostTests } from './runner.ts';
import { User } from './user.ts';
import { openFile } from './workspace.ts';

const report = `# Pages

\`\`\`wikiquery
# @name pages
# @limit 3
# @report list
list=allpages
\`\`\`

\`\`\`sql
-- @view chart bar x=title y=pageid
select title, pageid from pages
\`\`\`
`;

const chartOf = ({ uri }: vscode.TextDocument): string => path.join(path.dirname(uri.fsPath), 'report-2.svg');

export const reportTests: HostTests = {
  'a saved report is refreshed and saved, and one undo takes it back': async () => {
    const document = await openFile('report.md', report);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.refreshReport', document.uri);
    assert.match(document.getText(), /wikijql:result[^]*report-2\.svg/);
    assert.ok(existsSync(chartOf(document)));
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), document.getText());
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await until('the text before', async () => document.getText() === report);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  },

  'a report with changes of the user is refreshed, and not saved': async () => {
    const document = await openFile('report.md', report);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Draft\n');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('wikijql.refreshReport', document.uri);
    assert.match(document.getText(), /^Draft\n[^]*wikijql:result/);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), report);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  },

  'a report writes no chart through a link': async () => {
    using user = new User();
    const document = await openFile('report.md', report);
    const chart = chartOf(document);
    const kept = path.join(path.dirname(chart), 'profile');
    rmSync(chart, { force: true });
    writeFileSync(kept, 'kept');
    symlinkSync('profile', chart);
    const done = vscode.commands.executeCommand('wikijql.refreshReport', document.uri);
    await user.leave(/report-2\.svg is a link/);
    await done;
    assert.equal(readFileSync(kept, 'utf8'), 'kept');
    assert.equal(document.getText(), report);
  },
};
