/** A chart as a file. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { reasonOf, text } from '../texts.ts';
import { fileName } from './file-name.ts';

/** Asks where to, beside the query's file at first, then writes there. */
export async function saveChart(name: string, svg: string, beside: vscode.Uri): Promise<void> {
  const folder =
    beside.scheme === 'untitled'
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(beside, '..');
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, fileName(name, 'svg')) } : {}),
    filters: { [text('save.svg')]: ['svg'] },
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
    vscode.window.setStatusBarMessage(text('chart.saved', { file: basename(target.path) }), 4000);
  } catch (error) {
    await vscode.window.showErrorMessage(text('chart.notSaved', { reason: reasonOf(error) }));
  }
}
