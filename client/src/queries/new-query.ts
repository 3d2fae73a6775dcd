import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import { groupForFile } from '../results/panel-place.ts';
import type { Target } from '../run/run-target.ts';
import { text } from '../texts.ts';
import { showInformation } from '../user-messages.ts';

/** Opens a new query file with a snippet, so that the cursor is at its first placeholder. */
export async function newQuery(language: string, snippet: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language });
  const editor = await vscode.window.showTextDocument(document, groupForFile());
  await editor.insertSnippet(new vscode.SnippetString(snippet));
}

/** Opens the query at a position of a file of another language as a new query file, or says that it has no query. */
export async function openAsQueryFile(
  { uri, position }: Target,
  requests: Pick<Requests, 'embeddedQuery'>,
): Promise<void> {
  const query = await requests.embeddedQuery({ uri: uri.toString(), position });
  if (query === null) {
    void showInformation(text('embedded.none'));
    return;
  }
  const document = await vscode.workspace.openTextDocument({
    language: query.languageId,
    content: query.text,
  });
  await vscode.window.showTextDocument(document, groupForFile());
}
