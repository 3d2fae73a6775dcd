/** Follows the query at the cursor and its site, with a request when the cursor has moved. */
import * as vscode from 'vscode';
import type { ContextResult } from '#shared/protocol/run.ts';
import { siteKindOf } from '../languages.ts';
import type { Requests } from '../requests.ts';

/** Milliseconds after the last move of the cursor or keystroke before the server is asked. */
const pause = 150;

export class CurrentSite implements vscode.Disposable {
  readonly #requests: Requests;
  readonly #changed = new vscode.EventEmitter<ContextResult | null>();
  readonly #watching: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #request: vscode.CancellationTokenSource | undefined;
  #context: ContextResult | null = null;
  /** Fires with the context of the cursor; `null` = the document is unknown. */
  readonly onDidChange = this.#changed.event;

  constructor(requests: Requests) {
    this.#requests = requests;
    const soon = (): void => this.#soon();
    this.#watching = vscode.Disposable.from(
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.window.onDidChangeTextEditorSelection(soon),
      vscode.workspace.onDidChangeConfiguration(soon),
    );
    soon();
  }

  /** The name of the site at the cursor, if it is configured. */
  get site(): string | undefined {
    return this.#context?.site?.name;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watching.dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), pause);
  }

  async #refresh(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    this.#request?.cancel();
    if (!editor || siteKindOf(editor.document.languageId) === undefined) return;
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    const { line, character } = editor.selection.active;
    const params = { uri: editor.document.uri.toString(), position: { line, character } };
    // After a cancelled or failed request the state is kept; the next move of the cursor asks again.
    const context = await this.#requests.context(params, request.token).catch(() => undefined);
    if (context !== undefined && !request.token.isCancellationRequested) {
      this.#context = context;
      this.#changed.fire(context);
    }
    request.dispose();
  }
}
