/** Files of the workspace that the tests run in. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

let made = 0;

const uriOf = (name: string): vscode.Uri => {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
};

export const write = async (name: string, content: string | Uint8Array): Promise<vscode.Uri> => {
  const uri = uriOf(name);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await vscode.workspace.fs.writeFile(uri, bytes);
  return uri;
};

/** Opens a new query file with that text. */
export const openQuery = async (text: string): Promise<vscode.TextDocument> => {
  made += 1;
  return vscode.workspace.openTextDocument(await write(`query-${made}.wikiquery`, text));
};

/** Opens a new file of that name with that text. */
export const openFile = async (name: string, content: string | Uint8Array): Promise<vscode.TextDocument> =>
  vscode.workspace.openTextDocument(await write(name, content));

const setSites = (sites: object | undefined): Thenable<void> =>
  vscode.workspace.getConfiguration('wikijql').update('sites', sites, vscode.ConfigurationTarget.Workspace);

/** Does something while the workspace has more sites. */
export const withSites = async (sites: object, action: () => Promise<void>): Promise<void> => {
  const before = vscode.workspace.getConfiguration('wikijql').inspect<object>('sites')?.workspaceValue;
  await setSites({ ...before, ...sites });
  try {
    await action();
  } finally {
    await setSites(before);
  }
};
