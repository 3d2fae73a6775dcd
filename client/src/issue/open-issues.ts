/** The issue panel of a window, which is opened when needed and restored after a reload. */
import * as vscode from 'vscode';
import { isKeptIssue } from '#shared/protocol/panel-messages.ts';
import type { Requests } from '../requests.ts';
import { IssuePanel, issueViewType } from './issue-panel.ts';
import type { Step } from './issue-trail.ts';

export class Issues {
  readonly #extension: vscode.Uri;
  readonly #requests: Requests;
  #panel: IssuePanel | undefined;

  constructor(context: vscode.ExtensionContext, requests: Requests) {
    this.#extension = context.extensionUri;
    this.#requests = requests;
    context.subscriptions.push(
      vscode.window.registerWebviewPanelSerializer(issueViewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          if (isKeptIssue(state) && !this.#panel) this.#adopt(panel, state);
          else panel.dispose();
        },
      }),
    );
  }

  /** Shows an issue: in the group of the panel that has the focus, else beside the file. */
  async open(step: Step): Promise<void> {
    if (this.#panel) this.#panel.reveal();
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel =
      this.#panel ??
      this.#adopt(
        vscode.window.createWebviewPanel(issueViewType, '', column, { retainContextWhenHidden: true }),
      );
    await panel.go(step);
  }

  /** The panel, if it has the focus. */
  get active(): IssuePanel | undefined {
    return this.#panel?.active ? this.#panel : undefined;
  }

  #adopt(panel: vscode.WebviewPanel, kept?: Step): IssuePanel {
    const issuePanel = new IssuePanel(panel, this.#extension, this.#requests, kept);
    this.#panel = issuePanel;
    panel.onDidDispose(() => {
      if (this.#panel === issuePanel) this.#panel = undefined;
    });
    return issuePanel;
  }
}
