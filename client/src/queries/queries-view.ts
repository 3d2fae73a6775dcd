/** The query files as a tree. A file is read when it is expanded. */
import * as vscode from 'vscode';
import type { HistoryEntry, HistoryLog } from '../history/history-log.ts';
import type { Requests } from '../requests.ts';
import { section } from '../settings.ts';
import type { Outcomes } from '../testing/outcomes.ts';
import { fileItem, folderItem, queryItem, type QueryNode } from './query-node.ts';
import { queryFilesIn, queryFolders } from './query-folders.ts';

export const queriesView = 'wikijql.queriesView';

/** Milliseconds after a change of files until they are shown: a checkout changes many. */
const settling = 300;

export class QueriesView implements vscode.TreeDataProvider<QueryNode>, vscode.Disposable {
  readonly #requests: Pick<Requests, 'queries'>;
  readonly #log: HistoryLog;
  readonly #outcomes: Outcomes;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(requests: Pick<Requests, 'queries'>, log: HistoryLog, outcomes: Outcomes) {
    this.#requests = requests;
    this.#log = log;
    this.#outcomes = outcomes;
    const files = vscode.workspace.createFileSystemWatcher('**/*.{wikiquery,jql}');
    const soon = (): void => this.#soon();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      files,
      files.onDidCreate(soon),
      files.onDidChange(soon),
      files.onDidDelete(soon),
      vscode.window.createTreeView(queriesView, { treeDataProvider: this, showCollapseAll: true }),
      log.onDidChange(soon),
      outcomes.onDidChange(soon),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(`${section}.queries`)) soon();
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  refresh(): void {
    this.#changed.fire();
  }

  async getChildren(node?: QueryNode): Promise<QueryNode[]> {
    if (node === undefined) return [...queryFolders()];
    if (node.kind === 'folder') return [...(await queryFilesIn(node))];
    return node.kind === 'file' ? [...(await this.queriesOf(node.uri))] : [];
  }

  getTreeItem(node: QueryNode): vscode.TreeItem {
    if (node.kind === 'folder') return folderItem(node);
    if (node.kind === 'file') return fileItem(node);
    if (node.kind === 'message') return new vscode.TreeItem(node.label);
    const { uri, query } = node;
    return queryItem(node, this.#lastRunOf(node), this.#outcomes.of(uri, query.title));
  }

  /** The queries of a file in its order. */
  async queriesOf(uri: vscode.Uri): Promise<readonly (QueryNode & { readonly kind: 'query' })[]> {
    await vscode.workspace.openTextDocument(uri);
    const queries = await this.#requests.queries({ uri: uri.toString() });
    return queries.map((query, index) => ({ kind: 'query', uri, number: index + 1, query }));
  }

  /** By its title; one without a title by its place. */
  #lastRunOf({ uri, query }: QueryNode & { readonly kind: 'query' }): HistoryEntry | undefined {
    const { start, end } = query.range;
    return this.#log.entries.find(({ about, position }) => {
      if (about.uri !== uri.toString()) return false;
      if (query.title !== '') return about.title === query.title;
      return position.line >= start.line && position.line <= end.line;
    });
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), settling);
  }
}
