/** The history as a tree: the runs, the latest first, and the snapshots in a group. */
import * as vscode from 'vscode';
import type { RunStatus } from '#shared/protocol/run.ts';
import type { RanQuery, Snapshot } from '#shared/protocol/snapshots.ts';
import { counted, text } from '../texts.ts';
import { elapsed } from './elapsed.ts';
import type { HistoryEntry, HistoryLog } from './history-log.ts';
import type { SnapshotList } from './snapshot-list.ts';

export const historyView = 'wikijql.history';

/** A node of the tree. */
export type HistoryNode =
  | { readonly kind: 'snapshots' }
  | { readonly kind: 'run'; readonly entry: HistoryEntry }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot };

/** Whether the argument of a command is a node of the view. */
export const isNode = (value: unknown): value is HistoryNode =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'snapshots' || value.kind === 'run' || value.kind === 'snapshot');

const icons: Readonly<Record<RunStatus, string>> = {
  complete: 'pass',
  more: 'ellipsis',
  incomplete: 'warning',
  failed: 'error',
};

export class HistoryTree implements vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  readonly #log: HistoryLog;
  readonly #snapshots: SnapshotList;
  readonly #hasRows: (run: string) => boolean;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(log: HistoryLog, snapshots: SnapshotList, hasRows: (run: string) => boolean) {
    this.#log = log;
    this.#snapshots = snapshots;
    this.#hasRows = hasRows;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      log.onDidChange(() => this.#changed.fire()),
      snapshots.onDidChange(() => this.#changed.fire()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Updates the elapsed times. */
  refresh(): void {
    this.#changed.fire();
  }

  getChildren(node?: HistoryNode): HistoryNode[] {
    const snapshots = this.#snapshots.all.map((snapshot): HistoryNode => ({ kind: 'snapshot', snapshot }));
    if (node !== undefined) return node.kind === 'snapshots' ? snapshots : [];
    const runs = this.#log.entries.map((entry): HistoryNode => ({ kind: 'run', entry }));
    return snapshots.length > 0 ? [{ kind: 'snapshots' }, ...runs] : runs;
  }

  getTreeItem(node: HistoryNode): vscode.TreeItem {
    if (node.kind === 'snapshots') return groupItem(this.#snapshots.all.length);
    if (node.kind === 'snapshot') return snapshotItem(node.snapshot);
    return runItem(node.entry, this.#hasRows(node.entry.run));
  }
}

function groupItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(text('history.snapshots'), vscode.TreeItemCollapsibleState.Expanded);
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon('archive');
  item.contextValue = 'snapshots';
  return item;
}

function runItem({ run, about }: HistoryEntry, hasRows: boolean): vscode.TreeItem {
  const item = treeItem(nameOf(about), about, about.ran);
  item.id = `run ${run}`;
  item.iconPath = new vscode.ThemeIcon(icons[about.status]);
  item.contextValue = hasRows ? 'run.rows' : 'run';
  item.command = { command: 'wikijql.history.show', title: text('history.show'), arguments: [run] };
  return item;
}

function snapshotItem({ id, name, kept: keptAt, about }: Snapshot): vscode.TreeItem {
  const item = treeItem(name, about, keptAt);
  item.id = `snapshot ${id}`;
  item.iconPath = new vscode.ThemeIcon('save');
  item.contextValue = 'snapshot';
  item.command = { command: 'wikijql.history.openSnapshot', title: text('history.show'), arguments: [id] };
  return item;
}

/** The name of a query for the user: its title, or else its file. */
export const nameOf = ({ title, uri }: RanQuery): string =>
  title === '' ? decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)) : title;

/** A summary of a run: "wiki · 1,204 rows · 2 min ago"; of one that brought no row, that it failed. */
export function summaryOf({ site, rows, status }: RanQuery, time: number): string {
  const isVain = status === 'failed' && rows === 0;
  const outcome = isVain ? text('history.status.failed') : counted('row', rows);
  return [...(site ? [site.name] : []), outcome, elapsed(time, Date.now())].join(' · ');
}

function treeItem(name: string, about: RanQuery, time: number): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  const summary = summaryOf(about, time);
  item.description = summary;
  item.tooltip = [
    name,
    text(`history.status.${about.status}`),
    ...(about.site ? [`${about.site.name} (${about.site.url})`] : []),
    text('history.took', {
      rows: counted('row', about.rows),
      seconds: (about.milliseconds / 1000).toFixed(1),
      time: new Date(time).toLocaleString(),
    }),
    ...(about.query === '' ? [] : ['', about.query]),
  ].join('\n');
  item.accessibilityInformation = {
    label: `${name}, ${text(`history.status.${about.status}`)}, ${summary}`,
  };
  return item;
}
