import * as vscode from 'vscode';

/** Opens a new file with a snippet in it: the cursor is where one types first. */
export async function newQuery(language: string, snippet: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language });
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(snippet));
}
