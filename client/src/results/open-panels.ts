/** All results panels: one for each query file, reused from run to run, and brought back after a reload. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type KeptRun, isKeptRun } from '../../../server/src/protocol/panel-messages.ts';
import { tableNotification } from '../../../server/src/protocol/results.ts';
import { progressNotification } from '../../../server/src/protocol/run.ts';
import { onNotification, type Requests } from '../requests.ts';
import { RowExports } from './row-exports.ts';
import { type PanelServices, ResultPanel, type RunObserver, viewType } from './result-panel.ts';

export class Panels {
  readonly #panels = new Map<string, ResultPanel>();
  readonly #services: PanelServices;

  constructor(
    context: vscode.ExtensionContext,
    client: LanguageClient,
    requests: Requests,
    history: RunObserver,
  ) {
    const exports = new RowExports(client, requests, context.globalStorageUri);
    this.#services = { context, requests, exports, history, activity: () => this.#announceActivity() };
    context.subscriptions.push(
      exports,
      onNotification(client, progressNotification, progress => {
        for (const panel of this.#panels.values()) panel.runs.progress(progress);
      }),
      onNotification(client, tableNotification, state => {
        for (const panel of this.#panels.values()) panel.runs.table(state);
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
    return [...this.#panels.values()].find(panel => panel.active);
  }

  /** The panel that has a run. */
  with(run: string): ResultPanel | undefined {
    return [...this.#panels.values()].find(panel => panel.runs.get(run) !== undefined);
  }

  of(uri: vscode.Uri): ResultPanel | undefined {
    return this.#panels.get(uri.toString());
  }

  /** The panel of a file, opened beside it if there is none. Its document is created again each time it is shown. */
  open(uri: vscode.Uri): ResultPanel {
    const known = this.of(uri);
    if (known) return known;
    const panel = vscode.window.createWebviewPanel(viewType, '', {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
    return this.#adopt(uri, panel);
  }

  cancelAll(): void {
    for (const panel of this.#panels.values()) panel.runs.cancel();
  }

  #adopt(uri: vscode.Uri, panel: vscode.WebviewPanel, kept?: KeptRun): ResultPanel {
    const made = new ResultPanel(uri, panel, this.#services, kept);
    this.#panels.set(uri.toString(), made);
    panel.onDidDispose(() => {
      if (this.of(uri) === made) this.#panels.delete(uri.toString());
    });
    return made;
  }

  #announceActivity(): void {
    const running = [...this.#panels.values()].some(panel => panel.runs.underWay > 0);
    void vscode.commands.executeCommand('setContext', 'wikijql.running', running);
  }
}
