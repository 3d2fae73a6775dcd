import * as vscode from 'vscode';
import { hasQueryFence } from '../../../server/src/common/query-fence.ts';

/** Tells menus whether the active editor has a report: Markdown with a fence of queries. */
export function followReports(): vscode.Disposable {
  let known: boolean | undefined;
  const look = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const has = document?.languageId === 'markdown' && hasQueryFence(document.getText());
    if (has === known) return;
    known = has;
    void vscode.commands.executeCommand('setContext', 'wikijql.report', has);
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === 'markdown' && document === vscode.window.activeTextEditor?.document) look();
    }),
  );
}
