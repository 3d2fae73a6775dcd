/** The configured sites as a tree. It sends nothing to sites: sessions are shown as they are known to the server. */
import * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { diagnoseRequest, type Diagnosis } from '#shared/protocol/sites/diagnosis.ts';
import { sessionChangedNotification } from '#shared/protocol/sites/login.ts';
import {
  refreshCatalogueRequest,
  type MadeLock,
  makeLockRequest,
  type SiteList,
  siteListRequest,
} from '#shared/protocol/sites/site-list.ts';
import { type Ask, askerOf, onNotification } from '../requests.ts';
import { section } from '../settings.ts';
import { DiagnosisDocuments } from './diagnosis-documents.ts';
import { factItem, factsOf, refusedItem, siteItem, type SiteNode, unreachable } from './site-node.ts';

const sitesView = 'wikijql.sitesView';

export class SitesView implements vscode.TreeDataProvider<SiteNode>, vscode.Disposable {
  readonly #ask: Ask;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #documents = new DiagnosisDocuments();
  /** The reasons why sites did not respond at their last diagnosis, by their names. */
  readonly #failures = new Map<string, string>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#ask = askerOf(client);
    const locks = vscode.workspace.createFileSystemWatcher('**/.wikijql/*.lock.json');
    const refresh = (): void => this.refresh();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#documents,
      locks,
      locks.onDidCreate(refresh),
      locks.onDidChange(refresh),
      locks.onDidDelete(refresh),
      vscode.window.createTreeView(sitesView, { treeDataProvider: this, showCollapseAll: true }),
      onNotification(client, sessionChangedNotification, refresh),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (!event.affectsConfiguration(section)) return;
        this.#failures.clear();
        refresh();
      }),
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) refresh();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  refresh(): void {
    this.#changed.fire();
  }

  async getChildren(node?: SiteNode): Promise<SiteNode[]> {
    if (node !== undefined) return node.kind === 'site' ? factsOf(node.listed, node.failure) : [];
    const { sites, refused } = await this.list();
    return [
      ...sites.map((listed): SiteNode => {
        const failure = this.#failures.get(listed.site.name);
        return { kind: 'site', listed, ...(failure !== undefined && { failure }) };
      }),
      ...refused.map((site): SiteNode => ({ kind: 'refused', ...site })),
    ];
  }

  getTreeItem(node: SiteNode): vscode.TreeItem {
    if (node.kind === 'site') return siteItem(node);
    return node.kind === 'fact' ? factItem(node) : refusedItem(node);
  }

  list(): Promise<SiteList> {
    return this.#ask(siteListRequest, {});
  }

  /** Diagnoses a site, and shows the diagnosis as a document. */
  async diagnose(site: string, token: vscode.CancellationToken): Promise<Diagnosis> {
    const diagnosis = await this.#ask(diagnoseRequest, { site }, token);
    if (token.isCancellationRequested) return diagnosis;
    const failure = unreachable(diagnosis);
    if (failure === undefined) this.#failures.delete(site);
    else this.#failures.set(site, failure);
    this.refresh();
    await this.#documents.show(site, diagnosis.text);
    return diagnosis;
  }

  makeLock(site: string, token: vscode.CancellationToken): Promise<MadeLock> {
    return this.#ask(makeLockRequest, { site }, token);
  }

  async refreshCatalogue(site: string): Promise<void> {
    await this.#ask(refreshCatalogueRequest, { site });
    this.refresh();
  }
}
