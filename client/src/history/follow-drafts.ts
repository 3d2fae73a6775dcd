/** Separates what is stored of a closed draft (a file that was never saved) from later drafts with the same name. */
import * as vscode from 'vscode';
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
    log.changeUri(uri.toString(), closed.toString());
    panels.move(uri, closed);
    watches.stopIn(uri.toString());
    void moveLayouts(workspaceState, uri.toString(), closed.toString());
  });
