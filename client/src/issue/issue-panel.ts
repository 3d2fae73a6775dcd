/** The panel that shows one issue at a time, with back and forward. */
import * as vscode from 'vscode';
import type { Issue, IssueResult } from '#shared/protocol/issue.ts';
import {
  type FromIssuePanel,
  type ToIssuePanel,
  type Trail as IssueWays,
  isFromIssuePanel,
} from '#shared/protocol/panel-messages.ts';
import type { Requests } from '../requests.ts';
import { Channel } from '../results/panel-channel.ts';
import { iconOf, setupWebview } from '../results/setup-webview.ts';
import { copy, openOutside } from '../results/host-actions.ts';
import { section } from '../settings.ts';
import { openWikiAddress, openWikiPage, wikiOrigins } from '../sites/wiki-pages.ts';
import { reasonOf, text } from '../texts.ts';
import { tick } from '../walkthrough.ts';
import { keyOf, markdownLink } from './issue-reference.ts';
import { type Step, Trail } from './issue-trail.ts';

export const issueViewType = 'wikijql.issue';

/** The list of results that an issue was opened from. */
export interface IssueList {
  /** Whether it has rows before and after the row of the issue. */
  readonly rows: NonNullable<IssueWays['rows']>;
  readonly isInArea: boolean;
  /** Whether there is no room for an issue below it. */
  readonly isLow: boolean;
  /** Opens the issue of another row. */
  step(by: 1 | -1): void;
  readonly isActive: boolean;
  /** Resolves when it has the focus. */
  focus(): Promise<void>;
}

export class IssuePanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #extension: vscode.Uri;
  readonly #requests: Requests;
  readonly #channel: Channel<ToIssuePanel, FromIssuePanel>;
  readonly #trail = new Trail();
  #list: IssueList | undefined;
  #request: vscode.CancellationTokenSource | undefined;
  #issue: Issue | undefined;
  /** The issue whose images the user asked for. */
  #pictured: string | undefined;

  /** @param kept the issue before a reload of the window, which is fetched again only when the user asks */
  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, requests: Requests, kept?: Step) {
    this.#panel = panel;
    this.#extension = extension;
    this.#requests = requests;
    this.#channel = new Channel(panel.webview, isFromIssuePanel, message => void this.#receive(message));
    this.#setup(kept ? text('issue.panelTitle', { key: keyOf(kept.reference) }) : text('issue.title'));
    let isActive = panel.active;
    panel.onDidChangeViewState(() => {
      isActive = panel.active;
    });
    panel.onDidDispose(() => {
      this.#request?.cancel();
      // The editor may activate the list before it closes this panel, and lose the focus with the panel's document.
      if (isActive || this.#list?.isActive === true) void this.#list?.focus();
    });
    if (!kept) return;
    this.#trail.go(kept);
    this.#channel.send({ type: 'idle', reference: keyOf(kept.reference) });
  }

  get active(): boolean {
    return this.#panel.active;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** @param list the list that the issue was opened from; absent = that of the issue before */
  async go(step: Step, list = this.#list): Promise<void> {
    this.#list = list;
    this.#trail.go(step);
    await this.#fetch(step);
  }

  async move(by: 1 | -1): Promise<void> {
    const step = this.#trail.move(by);
    if (step) await this.#fetch(step);
  }

  get #ways(): IssueWays {
    return { ...this.#trail.canGo, ...(this.#list && { rows: this.#list.rows }) };
  }

  async #fetch(step: Step): Promise<void> {
    this.#request?.cancel();
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    const reference = keyOf(step.reference);
    this.#channel.send({ type: 'loading', reference, trail: this.#ways });
    const { issue, notices } = await this.#requests.issue(step, request.token).catch(unanswered);
    if (request.token.isCancellationRequested) return;
    this.#issue = issue;
    if (issue) this.#show(issue, notices);
    else this.#channel.send({ type: 'failed', reference, notices, trail: this.#ways });
    this.#panel.title = text('issue.panelTitle', { key: issue?.key ?? reference });
    this.#channel.send({ type: 'keep', state: step });
    if (issue) await tick('wikijql.hasFetchedIssue');
  }

  #show(issue: Issue, notices: IssueResult['notices'] = []): void {
    const pictures = this.#pictured === issue.browseUrl;
    if (!pictures && this.#pictured !== undefined) this.#setup(this.#panel.title);
    const wikis = wikiOrigins();
    this.#channel.send({ type: 'issue', issue, notices, trail: this.#ways, pictures, wikis });
  }

  /** Makes a new document, which allows images only for the issue whose images the user asked for. */
  #setup(title: string, pictures?: string): void {
    this.#pictured = pictures === undefined ? undefined : this.#issue?.browseUrl;
    this.#channel.restart();
    this.#panel.title = title;
    this.#panel.iconPath = iconOf(this.#extension, 'jql');
    setupWebview(this.#panel.webview, this.#extension, {
      bundle: 'issue',
      title,
      ...(pictures === undefined ? {} : { pictures }),
    });
  }

  async #receive(message: FromIssuePanel): Promise<void> {
    const issue = this.#issue;
    switch (message.type) {
      case 'ready':
        return;
      case 'back':
        return this.move(-1);
      case 'forward':
        return this.move(1);
      case 'row':
        return this.#list?.step(message.by);
      case 'refresh':
        return this.#trail.current && this.#fetch(this.#trail.current);
      case 'issue':
        return this.go({ reference: message.reference, ...(issue ? { site: issue.site } : {}) });
      case 'link':
        return openOutside('link', message.url, undefined);
      case 'wikiAddress':
        return openWikiAddress(message.value);
      case 'wikiPage':
        return openWikiPage(message.value);
      case 'action':
        return this.#help(message.action);
      case 'browse':
        return issue && openOutside('link', issue.browseUrl, undefined);
      case 'copyKey':
        return issue && copy(issue.key);
      case 'copyLink':
        return issue && copy(markdownLink(issue));
      case 'pictures':
        if (!issue) return;
        this.#setup(this.#panel.title, `https: ${new URL(issue.browseUrl).origin}`);
        this.#show(issue);
    }
  }

  async #help(action: Extract<FromIssuePanel, { readonly type: 'action' }>['action']): Promise<void> {
    const { current } = this.#trail;
    const site = this.#issue?.site ?? current?.site;
    if (action === 'configureSite')
      return vscode.commands.executeCommand('wikijql.addSite', undefined, 'tracker');
    if (action === 'checkSite') return vscode.commands.executeCommand('wikijql.sites.diagnose', site);
    if (action === 'openSettings' || action === 'setContact')
      return vscode.commands.executeCommand('workbench.action.openSettings', section);
    const shouldRetry =
      action === 'retry' || (await vscode.commands.executeCommand<boolean>(`wikijql.${action}`, site));
    if (shouldRetry && current) await this.#fetch(current);
  }
}

/** The result to show if the server does not respond. */
const unanswered = (error: unknown): IssueResult => ({
  notices: [
    {
      severity: 'error',
      code: '',
      message: text('run.serverGone', { reason: reasonOf(error) }),
      action: 'retry',
    },
  ],
});
