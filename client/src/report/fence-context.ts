/** Sets the context keys of menus and key bindings about reports and their fences. */
import * as vscode from 'vscode';
import { isInQueryFence, hasQueryFence } from '#shared/base/queries/query-fences.ts';

/** In files with more lines, a key does not run the query of a fence. */
const maxLines = 20_000;

/**
 * Follows whether the active editor has a report (Markdown with a fence of queries), and whether the cursor is in
 * such a fence.
 */
export function followReports(): vscode.Disposable {
  const report = new Context('wikijql.report');
  const fence = new Context('wikijql.inFence');
  const lookAtCursor = (): void => fence.set(report.value && isCursorInFence());
  const look = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    report.set(document?.languageId === 'markdown' && hasQueryFence(document.getText()));
    lookAtCursor();
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.onDidChangeTextEditorSelection(lookAtCursor),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === 'markdown' && document === vscode.window.activeTextEditor?.document) look();
    }),
  );
}

function isCursorInFence(): boolean {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== 'markdown' || editor.document.lineCount > maxLines)
    return false;
  return isInQueryFence(line => editor.document.lineAt(line).text, editor.selection.active.line);
}

/** A context key of the editor, which is set only when it changes. */
class Context {
  readonly #key: string;
  #value: boolean | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  get value(): boolean {
    return this.#value === true;
  }

  set(value: boolean): void {
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand('setContext', this.#key, value);
  }
}
