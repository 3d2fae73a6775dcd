/** Where else a query can run, to compare its results: another site of the same kind, or the same with another account. */
import * as vscode from 'vscode';
import { sitesNow } from '../sites/add-site.ts';
import { text } from '../texts.ts';
import type { HistoryEntry } from './history-log.ts';

/** The name of the site; `undefined` = cancelled. For another account, the user signs in with it first. */
export async function pickComparedSite({ about }: HistoryEntry): Promise<string | undefined> {
  const own = about.site;
  const others = Object.entries(sitesNow())
    .filter(([name, { kind }]) => name !== own?.name && kind === own?.kind)
    .map(([label, { url }]) => ({ label, detail: url, site: label }));
  const account = own
    ? [
        {
          label: text('history.otherAccount', { site: own.name }),
          detail: text('history.otherAccountHint'),
          site: '',
        },
      ]
    : [];
  const chosen = await vscode.window.showQuickPick([...others, ...account], {
    placeHolder: text('history.pickSite'),
    matchOnDetail: true,
  });
  if (chosen === undefined || own === undefined) return undefined;
  if (chosen.site !== '') return chosen.site;
  const isSignedIn = await vscode.commands.executeCommand<boolean>('wikijql.switchAccount', own.name);
  return isSignedIn ? own.name : undefined;
}
