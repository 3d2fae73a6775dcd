/** What a panel asks for that reaches outside of it: the browser, the clipboard, files. */
import * as vscode from 'vscode';
import { webAddress } from '../../webview/web-address.ts';
import { reasonOf, text } from '../texts.ts';
import { fileName, pageAddress, userAddress } from './result-links.ts';

export type Target = 'page' | 'user' | 'link';

/** Opens a page, a user's page or a link in the browser; `pattern` is the site's own, where it is known. */
export async function openOutside(as: Target, value: string, pattern: string | undefined): Promise<void> {
  if (as !== 'link' && pattern === undefined) {
    await vscode.window.showWarningMessage(text('link.unknown'));
    return;
  }
  const address =
    as === 'link' ? webAddress(value) : (as === 'page' ? pageAddress : userAddress)(pattern ?? '', value);
  if (address === undefined) await vscode.window.showWarningMessage(text('link.refused'));
  else await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

export async function copy(content: string): Promise<void> {
  await vscode.env.clipboard.writeText(content);
  vscode.window.setStatusBarMessage(text('copied'), 2000);
}

/** Asks where to, then writes; beside the query's file at first. */
export async function save(
  title: string,
  format: 'csv' | 'json',
  content: string,
  beside: vscode.Uri,
): Promise<void> {
  const name = fileName(title, format);
  const folder =
    beside.scheme === 'untitled'
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(beside, '..');
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    filters: { [text(`save.${format}`)]: [format] },
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(content));
  } catch (error) {
    await vscode.window.showErrorMessage(text('save.failed', { reason: reasonOf(error) }));
  }
}
