/** Opens a query of a file of another language as a query file of its own. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import type { Target } from '../run/run-target.ts';
import { text } from '../texts.ts';

/** Shows a message where no query is. */
export async function openAsQueryFile(
  { uri, position }: Target,
  requests: Pick<Requests, 'embeddedQuery'>,
): Promise<void> {
  const found = await requests.embeddedQuery({ uri: uri.toString(), position });
  if (found === null) {
    void vscode.window.showInformationMessage(text('embedded.none'));
    return;
  }
  const document = await vscode.workspace.openTextDocument({
    language: found.languageId,
    content: found.text,
  });
  await vscode.window.showTextDocument(document);
}
