/** The query at the cursor and its site, asked anew whenever the cursor comes to rest elsewhere. */
import * as vscode from 'vscode';
import type { ContextResult } from '../../../server/src/protocol/run.ts';
import { siteKindOf } from '../languages.ts';
import type { Requests } from '../requests.ts';

/** Typing and moving fast asks once, this many milliseconds after the last of it. */
const pause = 150;

export class CurrentSite implements vscode.Disposable {
  readonly #requests: Requests;
  readonly #changed = new vscode.EventEmitter<ContextResult | null>();
  readonly #watching: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #asked: vscode.CancellationTokenSource | undefined;
  #context: ContextResult | null = null;
  /** `null` = the document is unknown. */
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

  /** The name of the site at the cursor, where it is configured. */
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
    this.#asked?.cancel();
    if (!editor || siteKindOf(editor.document.languageId) === undefined) return;
    const own = new vscode.CancellationTokenSource();
    this.#asked = own;
    const { line, character } = editor.selection.active;
    const params = { uri: editor.document.uri.toString(), position: { line, character } };
    // A cancelled or failed question leaves what was shown; the next move of the cursor asks again.
    const context = await this.#requests.context(params, own.token).catch(() => undefined);
    if (context !== undefined && !own.token.isCancellationRequested) {
      this.#context = context;
      this.#changed.fire(context);
    }
    own.dispose();
  }
}
