/** The query files as a tree. A file is read when it is expanded. */
import * as vscode from 'vscode';
import type { HistoryEntry, HistoryLog } from '../history/history-log.ts';
import type { EmbeddedFeatures } from '../embedded/embedded-features.ts';
import type { Requests } from '../requests.ts';
import { section } from '../settings.ts';
import { counted } from '../texts.ts';
import type { Outcomes } from '../testing/outcomes.ts';
import { fileItem, folderItem, queryItem, type QueryNode } from './query-node.ts';
import {
  excludeSettings,
  filesWithQueries,
  otherFolders,
  queryFilesIn,
  queryFolders,
} from './query-folders.ts';
import { RunbookList } from './runbook-list.ts';

const queriesView = 'wikijql.queriesView';

/** Milliseconds from the last change of a file to the update of the tree, so that a checkout of many files causes only one. */
const settling = 300;

/** The settings that decide which files are listed. */
const listSettings = [...excludeSettings, `${section}.language`];

export class QueriesView implements vscode.TreeDataProvider<QueryNode>, vscode.Disposable {
  readonly #requests: Pick<Requests, 'queries'>;
  readonly #log: HistoryLog;
  readonly #outcomes: Outcomes;
  readonly #embedded: Pick<EmbeddedFeatures, 'sync'>;
  readonly #runbooks = new RunbookList();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<QueryNode>;
  readonly #subscriptions: vscode.Disposable;
  readonly #watchers: readonly vscode.Disposable[];
  #outsideWatchers: readonly vscode.Disposable[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The nodes of the folders until the next change, by their addresses. */
  #contents: ReadonlyMap<string, Promise<readonly QueryNode[]>> = new Map();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    requests: Pick<Requests, 'queries'>,
    log: HistoryLog,
    outcomes: Outcomes,
    embedded: Pick<EmbeddedFeatures, 'sync'>,
  ) {
    this.#requests = requests;
    this.#log = log;
    this.#outcomes = outcomes;
    this.#embedded = embedded;
    this.#watchers = [this.#watcher(filesWithQueries.pattern)];
    this.#watchOutside();
    this.#view = vscode.window.createTreeView(queriesView, { treeDataProvider: this, showCollapseAll: true });
    const refreshSoon = (): void => this.#refreshSoon();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#view,
      log.onDidChange(refreshSoon),
      outcomes.onDidChange(refreshSoon),
      vscode.workspace.onDidChangeWorkspaceFolders(refreshSoon),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(`${section}.queries`)) {
          this.#watchOutside();
          refreshSoon();
        } else if (listSettings.some(name => event.affectsConfiguration(name))) refreshSoon();
      }),
    );
  }

  /** Shows the number of new rows of watched queries at the icon of the views; none = no number. */
  showNewRows(count: number): void {
    this.#view.badge = count > 0 ? { value: count, tooltip: counted('newRow', count) } : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(this.#subscriptions, ...this.#watchers, ...this.#outsideWatchers).dispose();
  }

  refresh(): void {
    this.#changed.fire();
  }

  async getChildren(node?: QueryNode): Promise<QueryNode[]> {
    if (node === undefined) return this.#foldersWithFiles();
    if (node.kind === 'folder')
      return [...(await (this.#contents.get(node.uri.toString()) ?? this.filesIn(node)))];
    return node.kind === 'file' ? [...(await this.queriesOf(node.uri))] : [];
  }

  getTreeItem(node: QueryNode): vscode.TreeItem {
    if (node.kind === 'folder') return folderItem(node);
    if (node.kind === 'file') return fileItem(node);
    if (node.kind === 'message') return new vscode.TreeItem(node.label);
    const { uri, query } = node;
    return queryItem(node, this.#lastRunOf(node), this.#outcomes.of(uri, query.title));
  }

  /** The files of a folder that have queries. */
  filesIn(folder: QueryNode & { readonly kind: 'folder' }): Promise<readonly QueryNode[]> {
    return queryFilesIn(folder, this.#runbooks);
  }

  /** The queries of a file in its order. */
  async queriesOf(uri: vscode.Uri): Promise<readonly (QueryNode & { readonly kind: 'query' })[]> {
    await vscode.workspace.openTextDocument(uri);
    await this.#embedded.sync(uri);
    const queries = await this.#requests.queries({ uri: uri.toString() });
    return queries.map((query, index) => ({ kind: 'query', uri, number: index + 1, query }));
  }

  /** All folders; `[]` = none has a file with queries, so that the view says what to do first. */
  async #foldersWithFiles(): Promise<QueryNode[]> {
    const folders = queryFolders();
    this.#contents = new Map(folders.map(folder => [folder.uri.toString(), this.filesIn(folder)]));
    const contents = await Promise.allSettled(this.#contents.values());
    const isEmpty = contents.every(
      content => content.status === 'fulfilled' && content.value.every(({ kind }) => kind === 'message'),
    );
    void vscode.commands.executeCommand('setContext', 'wikijql.queries', isEmpty ? 'none' : 'some');
    return isEmpty ? [] : [...folders];
  }

  /** The last run of a query, by its title; of a query without a title, by its place. */
  #lastRunOf({ uri, query }: QueryNode & { readonly kind: 'query' }): HistoryEntry | undefined {
    const { start, end } = query.range;
    return this.#log.entries.find(({ about, position }) => {
      if (about.uri !== uri.toString()) return false;
      if (query.title !== '') return about.title === query.title;
      return position.line >= start.line && position.line <= end.line;
    });
  }

  /** Watches the folders outside of the workspace, which the editor does not watch by itself. */
  #watchOutside(): void {
    vscode.Disposable.from(...this.#outsideWatchers).dispose();
    this.#outsideWatchers = otherFolders().map(({ uri }) =>
      this.#watcher(new vscode.RelativePattern(uri, filesWithQueries.pattern)),
    );
  }

  #watcher(pattern: vscode.GlobPattern): vscode.Disposable {
    const files = vscode.workspace.createFileSystemWatcher(pattern);
    const changed = (file: vscode.Uri): void => {
      this.#runbooks.forget(file);
      this.#refreshSoon();
    };
    const subscriptions = [
      files.onDidCreate(changed),
      files.onDidChange(changed),
      files.onDidDelete(changed),
    ];
    return vscode.Disposable.from(files, ...subscriptions);
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), settling);
  }
}
