/** Writes a saved filter into a query file as a query that names the filter. */
import * as vscode from 'vscode';
import type { FilterReference } from '#shared/protocol/sites/saved-filters.ts';
import { fileName } from '../results/file-name.ts';
import { text } from '../texts.ts';
import type { FilterStore } from './filter-store.ts';
import type { LinkedFilters } from './linked-filters.ts';
import { showError } from '../user-messages.ts';

/**
 * Writes a filter to a file that the user chooses. An existing file keeps its content: its copy of the filter is
 * updated, or the filter is added at its end, and the file is not saved.
 */
export async function pullFilter(
  reference: FilterReference,
  name: string,
  store: FilterStore,
  linked: LinkedFilters,
): Promise<void> {
  const { text: content, notices } = await store.text(reference);
  if (content === undefined) {
    void showError(notices[0]?.message ?? text('filters.gone'));
    return;
  }
  const uri = await chooseFile(name);
  if (!uri) return;
  if (!(await exists(uri))) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    await vscode.window.showTextDocument(uri);
    return;
  }
  const { document } = await vscode.window.showTextDocument(uri);
  if (await linked.pull(uri, reference.id)) return;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, document.lineAt(document.lineCount - 1).range.end, queryOf(content, reference.site));
  await vscode.workspace.applyEdit(edit);
}

async function chooseFile(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const base = fileName(name, 'jql');
  return vscode.window.showSaveDialog({
    title: text('filters.pullTitle'),
    saveLabel: text('filters.pullButton'),
    filters: { JQL: ['jql'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, base) }),
  });
}

const exists = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );

/** The query of a pulled file with its own site, to be added to other queries. */
function queryOf(content: string, site: string): string {
  const query = content.slice(content.indexOf('### '));
  const end = query.indexOf('\n');
  return `\n\n${query.slice(0, end)}\n# @site ${site}${query.slice(end)}`;
}
