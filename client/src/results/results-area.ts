/** The results view in the panel area, for users who prefer it: it shows the results of one file at a time. */
import * as vscode from 'vscode';
import type { ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import { text } from '../texts.ts';
import type { ResultSurface } from './result-surface.ts';
import { setupWebview } from './setup-webview.ts';

/** The id of the view in `package.json`. */
const viewId = 'wikijql.resultsArea';

const nothing: ToResultsPanel = { type: 'empty' };

export class ResultsArea implements vscode.WebviewViewProvider {
  readonly #extension: vscode.Uri;
  readonly #restore: (state: unknown) => void;
  #view: vscode.WebviewView | undefined;
  /** The pages; the last one is in front. */
  #pages: readonly AreaPage[] = [];

  /** @param restore gets the state of the view before the window was reloaded */
  constructor(extension: vscode.Uri, restore: (state: unknown) => void) {
    this.#extension = extension;
    this.#restore = restore;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(viewId, this),
      vscode.commands.registerCommand('wikijql.chooseResults', () => this.#choose()),
      vscode.commands.registerCommand('wikijql.closeResults', () => this.#front?.dispose()),
    );
  }

  /** Makes a page for the results of another file, in front. */
  open(): ResultSurface {
    const page: AreaPage = new AreaPage({
      isVisible: () => this.#view?.visible === true && this.#front === page,
      show: takesFocus => this.#show(page, takesFocus),
      post: async message =>
        this.#front === page && (await this.#view?.webview.postMessage(message)) === true,
      titled: () => this.#describe(),
      focused: isFocused => this.#focused(isFocused),
      closed: () => this.#closed(page),
    });
    this.#front?.hide();
    this.#pages = [...this.#pages, page];
    this.#frontChanged();
    return page;
  }

  /** Closes all pages, because results are shown elsewhere from now on. */
  closeAll(): void {
    for (const page of this.#pages) page.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView, { state }: vscode.WebviewViewResolveContext): void {
    this.#view = view;
    view.webview.onDidReceiveMessage(message => {
      if (this.#front) this.#front.receive(message);
      else void view.webview.postMessage(nothing);
    });
    view.onDidChangeVisibility(() => {
      if (!view.visible) this.#hidden();
    });
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#hidden();
    });
    if (this.#pages.length === 0) this.#restore(state);
    this.#frontChanged();
  }

  get #front(): AreaPage | undefined {
    return this.#pages.at(-1);
  }

  #show(page: AreaPage, takesFocus: boolean): void {
    if (this.#front !== page) {
      this.#front?.hide();
      this.#pages = [...this.#pages.filter(other => other !== page), page];
      this.#frontChanged();
    }
    void vscode.commands.executeCommand(`${viewId}.focus`, { preserveFocus: !takesFocus });
  }

  #closed(page: AreaPage): void {
    const wasFront = this.#front === page;
    this.#pages = this.#pages.filter(other => other !== page);
    if (wasFront) this.#frontChanged();
  }

  /** Makes a new document for the page in front, which requests its content. */
  #frontChanged(): void {
    void vscode.commands.executeCommand('setContext', 'wikijql.hasAreaResults', this.#pages.length > 0);
    if (!this.#view) return;
    this.#describe();
    setupWebview(this.#view.webview, this.#extension, {
      bundle: 'results',
      title: text('panel.area'),
      isInArea: true,
    });
  }

  #describe(): void {
    if (this.#view) this.#view.description = this.#front?.title ?? '';
  }

  #hidden(): void {
    this.#focused(false);
    this.#front?.hide();
  }

  #focused(isFocused: boolean): void {
    void vscode.commands.executeCommand('setContext', 'wikijql.areaFocused', isFocused);
  }

  async #choose(): Promise<void> {
    const items = this.#pages.toReversed().map(page => ({ label: page.title, page }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: text('panel.chooseResults') });
    void chosen?.page.show();
  }
}

interface AreaPageHost {
  readonly isVisible: () => boolean;
  readonly show: (takesFocus: boolean) => void;
  readonly post: (message: unknown) => Promise<boolean>;
  readonly titled: () => void;
  readonly focused: (isFocused: boolean) => void;
  readonly closed: () => void;
}

/** The results of one file in the view. */
class AreaPage implements ResultSurface {
  readonly #host: AreaPageHost;
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly onDidHide = this.#hidden.event;
  readonly onDidDispose = this.#disposed.event;
  readonly port;
  readonly isInArea = true;
  readonly active = false;
  #title = '';

  constructor(host: AreaPageHost) {
    this.#host = host;
    this.port = { postMessage: host.post, onDidReceiveMessage: this.#received.event };
  }

  get visible(): boolean {
    return this.#host.isVisible();
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    this.#host.titled();
  }

  async show(takesFocus = false): Promise<void> {
    this.#host.show(takesFocus);
  }

  focused(isFocused: boolean): void {
    this.#host.focused(isFocused);
  }

  receive(message: unknown): void {
    this.#received.fire(message);
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    this.#host.closed();
    this.#disposed.fire();
    for (const emitter of [this.#received, this.#hidden, this.#disposed]) emitter.dispose();
  }
}
