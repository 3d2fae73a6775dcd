/**
 * All results panels: one for each query file, reused from run to run, and brought back after a reload; and those that are
 * pinned, which further runs leave as they are.
 */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type KeptRun, isKeptRun } from '../../../server/src/protocol/panel-messages.ts';
import { tableNotification } from '../../../server/src/protocol/results.ts';
import { progressNotification } from '../../../server/src/protocol/run.ts';
import { onNotification, type Requests } from '../requests.ts';
import { placeOfPanel } from './panel-place.ts';
import { RowExports } from './row-exports.ts';
import { type PanelServices, ResultPanel, type RunObserver, viewType } from './result-panel.ts';

export class Panels {
  /** By the address of the file whose runs they show. */
  readonly #panels = new Map<string, ResultPanel>();
  readonly #all = new Set<ResultPanel>();
  readonly #services: PanelServices;

  constructor(
    context: vscode.ExtensionContext,
    client: LanguageClient,
    requests: Requests,
    history: RunObserver,
  ) {
    const exports = new RowExports(client, requests, context.globalStorageUri);
    this.#services = {
      context,
      requests,
      exports,
      history,
      activity: () => this.#announceActivity(),
      pinned: panel => this.#pinned(panel),
    };
    context.subscriptions.push(
      exports,
      onNotification(client, progressNotification, progress => {
        for (const panel of this.#all) panel.runs.progress(progress);
      }),
      onNotification(client, tableNotification, state => {
        for (const panel of this.#all) panel.runs.table(state);
      }),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          // A panel that comes back only when its tab is shown may find a newer one of the same file.
          const uri = isKeptRun(state) ? vscode.Uri.parse(state.uri, true) : undefined;
          if (isKeptRun(state) && uri && !this.of(uri)) this.#adopt(uri, panel, state);
          else panel.dispose();
        },
      }),
    );
  }

  /** The panel that has the focus. */
  get active(): ResultPanel | undefined {
    return [...this.#all].find(panel => panel.active);
  }

  /** The panel that has a run. */
  with(run: string): ResultPanel | undefined {
    return [...this.#all].find(panel => panel.runs.get(run) !== undefined);
  }

  of(uri: vscode.Uri): ResultPanel | undefined {
    return this.#panels.get(uri.toString());
  }

  /**
   * The panel of a file, opened if there is none: among other results if there are any, else where the setting says. Its
   * document is created again each time it is shown.
   */
  async open(uri: vscode.Uri): Promise<ResultPanel> {
    const known = this.of(uri);
    if (known) return known;
    const viewColumn = await placeOfPanel(viewType);
    return this.of(uri) ?? this.#adopt(uri, createPanel(viewColumn));
  }

  cancelAll(): void {
    for (const panel of this.#all) panel.runs.cancel();
  }

  #adopt(uri: vscode.Uri, panel: vscode.WebviewPanel, kept?: KeptRun): ResultPanel {
    const made = new ResultPanel(uri, panel, this.#services, kept);
    this.#panels.set(uri.toString(), made);
    this.#all.add(made);
    panel.onDidDispose(() => {
      this.#all.delete(made);
      if (this.of(uri) === made) this.#panels.delete(uri.toString());
    });
    return made;
  }

  /** A pinned panel is no longer that of its file; one that is not pinned is again, unless there is a newer one. */
  #pinned(panel: ResultPanel): void {
    const { uri } = panel;
    const current = this.of(uri);
    if (panel.isPinned && current === panel) this.#panels.delete(uri.toString());
    else if (!panel.isPinned && !current) this.#panels.set(uri.toString(), panel);
  }

  #announceActivity(): void {
    const running = [...this.#all].some(panel => panel.runs.underWay > 0);
    void vscode.commands.executeCommand('setContext', 'wikijql.running', running);
  }
}

const createPanel = (viewColumn: vscode.ViewColumn): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(viewType, '', { viewColumn, preserveFocus: true });
