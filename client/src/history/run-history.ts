/** The history of a window: it records runs, and keeps their rows. */
import * as vscode from 'vscode';
import type { RefreshReportResult } from '#shared/protocol/documents/reports.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { Requests } from '../requests.ts';
import type { Panels } from '../results/open-panels.ts';
import type { RunObserver } from '../results/result-panel.ts';
import type { Run } from '../results/runs.ts';
import { entryOf, HistoryLog } from './history-log.ts';
import { type HistoryNode, HistoryTree, historyView } from './history-view.ts';
import { KeptRows } from './kept-rows.ts';
import { SnapshotList } from './snapshot-list.ts';

/** Milliseconds after which the times in the view are updated. */
const minute = 60_000;

export class History implements RunObserver, vscode.Disposable {
  readonly log: HistoryLog;
  readonly kept: KeptRows;
  readonly snapshots: SnapshotList;
  #panels: Panels | undefined;
  #view: vscode.TreeView<HistoryNode> | undefined;
  readonly #subscriptions: vscode.Disposable[] = [];

  constructor(requests: Requests, log: HistoryLog) {
    this.log = log;
    this.snapshots = new SnapshotList(requests);
    this.kept = new KeptRows(run => void requests.release({ run }).catch(() => undefined));
  }

  /** Shows the view, once the panels exist. */
  show(panels: Panels): void {
    this.#panels = panels;
    const tree = new HistoryTree(this.log, this.snapshots, run => this.hasRows(run));
    const view = vscode.window.createTreeView(historyView, {
      treeDataProvider: tree,
      showCollapseAll: false,
    });
    this.#view = view;
    const refresh = (): void => {
      if (!view.visible) return;
      tree.refresh();
      void this.snapshots.refresh().catch(() => undefined);
    };
    const timer = setInterval(() => {
      if (view.visible) tree.refresh();
    }, minute);
    this.#subscriptions.push(
      { dispose: () => clearInterval(timer) },
      tree,
      view,
      view.onDidChangeVisibility(refresh),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) refresh();
      }),
    );
    refresh();
  }

  /**
   * The node of the view that has the focus; `undefined` = none. The editor tells only which nodes are selected, so this
   * adds the node to these, or removes it.
   */
  async focusedNode(): Promise<HistoryNode | undefined> {
    const before = this.#view?.selection ?? [];
    await vscode.commands.executeCommand('list.toggleSelection');
    const now = this.#view?.selection ?? [];
    const changed = [...before, ...now].filter(node => before.includes(node) !== now.includes(node));
    return changed.length === 1 ? changed[0] : undefined;
  }

  /** Whether the rows of a run are still stored. */
  hasRows(run: string): boolean {
    return this.kept.get(run) !== undefined || this.#panels?.showing(run) !== undefined;
  }

  /** Records a run that has ended. */
  recordRun(uri: vscode.Uri, run: Readonly<Run>, result: RunResult): void {
    const entry = entryOf(uri.toString(), run.position, result, run.started);
    if (entry) this.log.add(entry);
  }

  /** Records the queries that a report ran; their rows are in the report. */
  recordReport(uri: vscode.Uri, runs: RefreshReportResult['runs']): void {
    for (const { position, result } of runs) {
      const entry = entryOf(uri.toString(), position, result, Date.now() - Math.round(result.milliseconds));
      if (entry) this.log.add(entry);
    }
  }

  /** Keeps the rows of a run that its panel no longer shows; `false` = the history does not have the run, so its rows can go. */
  keepRowsOf(run: Run): boolean {
    if (!HistoryLog.isOn || this.log.find(run.id) === undefined) return false;
    this.kept.add(run);
    return true;
  }

  /** Removes a run, and its rows unless a panel shows them. */
  forget(run: string): void {
    this.kept.drop(run);
    this.log.delete(run);
  }

  clear(): void {
    this.kept.dropAll();
    this.log.clear();
  }

  dispose(): void {
    vscode.Disposable.from(this.snapshots, ...this.#subscriptions).dispose();
  }
}
