/**
 * The saved filters of trackers as a tree. A tracker is asked when it is expanded, and only with a session or a
 * token.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { sessionChangedNotification } from '#shared/protocol/sites/login.ts';
import { onNotification } from '../requests.ts';
import { section } from '../settings.ts';
import { sitesNow } from '../sites/add-site.ts';
import { type FilterNode, filterTreeItem, groupsOf } from './filter-node.ts';
import type { FilterStore } from './filter-store.ts';

const filtersView = 'wikijql.filtersView';

/** The names of the configured trackers. */
export const trackersNow = (): readonly string[] =>
  Object.entries(sitesNow()).flatMap(([name, { kind }]) => (kind === 'tracker' ? [name] : []));

export class FiltersView implements vscode.TreeDataProvider<FilterNode>, vscode.Disposable {
  readonly #store: FilterStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(client: BaseLanguageClient, store: FilterStore) {
    this.#store = store;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      store.onDidChange(() => this.#changed.fire()),
      vscode.window.createTreeView(filtersView, { treeDataProvider: this, showCollapseAll: true }),
      onNotification(client, sessionChangedNotification, ({ site }) => store.forget(site)),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(`${section}.sites`)) store.forget();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async getChildren(node?: FilterNode): Promise<FilterNode[]> {
    if (node === undefined) return trackersNow().map(site => ({ kind: 'tracker', site }));
    if (node.kind === 'group')
      return node.filters.map(judged => ({ kind: 'filter', site: node.site, judged }));
    if (node.kind !== 'tracker') return [];
    const { site } = node;
    const { filters, notices } = await this.#store.list(site);
    return [
      ...notices.map((notice): FilterNode => ({ kind: 'notice', site, notice })),
      ...groupsOf(site, filters),
    ];
  }

  getTreeItem(node: FilterNode): vscode.TreeItem {
    return filterTreeItem(node);
  }
}
