/** The list of the lens “…”: what is done with a query, and with its last run, less often than to run it. */
import * as vscode from 'vscode';
import { text } from '../texts.ts';

const ofQuery = ['copyAs', 'openSandbox'] as const;
const ofRun = ['comparePrevious', 'compareSnapshot', 'compareSite', 'keepSnapshot', 'showRaw'] as const;

/** Asks what to do with the query at a place, and does it. @param run the id of its last run; absent = it has none */
export async function chooseMore(uri: unknown, position: unknown, run?: unknown): Promise<void> {
  const item = (name: (typeof ofQuery | typeof ofRun)[number], ...subject: readonly unknown[]) => ({
    label: text(`more.${name}`),
    run: () => vscode.commands.executeCommand(`wikijql.${name}`, ...subject),
  });
  const items = [
    ...ofQuery.map(name => item(name, uri, position)),
    ...(typeof run === 'string' ? ofRun.map(name => item(name, run)) : []),
  ];
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: text('more.placeholder') });
  await chosen?.run();
}
