/**
 * Keeps the runs of drafts (files that were never saved) that are closed apart from later drafts, to which the editor gives
 * the same names.
 */
import * as vscode from 'vscode';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import { moveLayouts } from '../results/column-layouts.ts';
import type { Panels } from '../results/open-panels.ts';
import type { Watches } from '../watch/watches.ts';
import type { HistoryLog } from './history-log.ts';

interface DraftStores {
  readonly log: HistoryLog;
  readonly panels: Pick<Panels, 'move'>;
  readonly watches: Pick<Watches, 'stopIn'>;
  readonly workspaceState: vscode.Memento;
}

/** Gives what is stored of a draft another address when it is closed. */
export const followDrafts = ({ log, panels, watches, workspaceState }: DraftStores): vscode.Disposable =>
  vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled }) => {
    if (!isUntitled) return;
    const closed = uri.with({ query: `closed=${crypto.randomUUID()}` });
    log.move(uri.toString(), closed.toString());
    panels.move(uri, closed);
    watches.stopIn(uri.toString());
    void moveLayouts(workspaceState, uri.toString(), closed.toString());
  });

/** Whether an address is that of a draft that is not open any more. */
export const isClosedDraft = (uri: vscode.Uri): boolean =>
  uri.scheme === 'untitled' &&
  !vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());

/** Opens a query that ran in a closed draft in a new one, and runs it. */
export async function runInNewDraft({ query, site }: RanQuery): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: site?.kind === 'tracker' ? 'jql' : 'wikiquery',
    content: `${site === undefined ? '' : `# @site ${site.name}\n`}${query}\n`,
  });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), { line: 0, character: 0 });
}
