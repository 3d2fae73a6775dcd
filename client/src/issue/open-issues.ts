/** The issue panel of a window, which is opened when needed and restored after a reload. */
import * as vscode from 'vscode';
import { isKeptIssue } from '#shared/protocol/panel-messages.ts';
import type { Requests } from '../requests.ts';
import { groupForIssue } from '../results/panel-place.ts';
import { type IssueList, IssuePanel, issueViewType } from './issue-panel.ts';
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

  /**
   * Shows an issue: below or beside the list that it is opened from, so that both are visible, or over the list's file if the
   * list is low; else in the group of the panel that has the focus, or beside the file.
   */
  async open(step: Step, list?: IssueList): Promise<void> {
    if (this.#panel) this.#panel.reveal();
    const panel = this.#panel ?? this.#adopt(createPanel(await this.#column(list)));
    await panel.go(step, list);
  }

  async #column(list: IssueList | undefined): Promise<vscode.ViewColumn> {
    if (list && !list.isInArea) {
      // The editor learns by polling that a click gave the list the focus: the click can be here first.
      if (!list.isActive) await list.focus();
      return groupForIssue(list.isLow);
    }
    return vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
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

const createPanel = (column: vscode.ViewColumn): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(issueViewType, '', column, {
    enableFindWidget: true,
    retainContextWhenHidden: true,
  });
