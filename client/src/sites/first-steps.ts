/** The first steps of a user without a site: what the views show then, and a first query that needs no address. */
import * as vscode from 'vscode';
import { findFiles, queryFiles } from '../find-files.ts';
import { groupForFile } from '../results/panel-place.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { addFirstWiki, siteNamesNow, sitesNow } from './add-site.ts';

/** Sets a key of `when` clauses. */
const set = (key: string, value: boolean): void =>
  void vscode.commands.executeCommand('setContext', `wikijql.${key}`, value);

/** Tells the editor whether there are sites, trackers and query files, for the views and the palette. */
async function tell(): Promise<void> {
  const hasSite = siteNamesNow().length > 0;
  set('hasSite', hasSite);
  set('hasNoSite', !hasSite);
  set(
    'hasTracker',
    Object.values(sitesNow()).some(({ kind }) => kind === 'tracker'),
  );
  const files = hasSite ? [] : await findFiles(queryFiles, undefined, 1);
  set('isInUse', hasSite || files.length > 0);
}

/** Follows sites and query files, for the views and the palette. */
export function followFirstSteps(): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(queryFiles.pattern, false, true, false);
  const subscriptions = [
    watcher,
    watcher.onDidCreate(tell),
    watcher.onDidDelete(tell),
    vscode.workspace.onDidChangeWorkspaceFolders(tell),
    vscode.workspace.onDidChangeConfiguration(
      event => event.affectsConfiguration(`${section}.sites`) && tell(),
    ),
  ];
  void tell();
  return vscode.Disposable.from(...subscriptions);
}

/** Adds Wikipedia, opens a query for it in a new file, and runs the query. */
export async function runFirstQuery(): Promise<void> {
  const content = text('firstQuery', { site: await addFirstWiki() });
  const document = await vscode.workspace.openTextDocument({ language: 'wikiquery', content });
  const editor = await vscode.window.showTextDocument(document, groupForFile());
  const end = document.positionAt(content.length);
  editor.selection = new vscode.Selection(end, end);
  await vscode.commands.executeCommand('wikijql.run');
}
