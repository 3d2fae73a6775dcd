import * as vscode from 'vscode';
import { isInQueryFence, hasQueryFence } from '../../../server/src/common/queries/query-fences.ts';

/** In a longer file, in lines, a key does not run the query of a fence. */
const mostLines = 20_000;

/** Tells menus and keys whether the active editor has a report, Markdown with a fence of queries, and the cursor is in one. */
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
  if (!editor || editor.document.languageId !== 'markdown' || editor.document.lineCount > mostLines)
    return false;
  return isInQueryFence(line => editor.document.lineAt(line).text, editor.selection.active.line);
}

/** A key of the editor's context that is set where it changes. */
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
