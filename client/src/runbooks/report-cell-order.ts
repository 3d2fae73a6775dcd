/** Reports the order of cells to the server, because the definitions of a cell apply to those below. */
import * as vscode from 'vscode';
import type { NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import { kindOf } from './notebook-kinds.ts';

export class CellOrderReporter implements vscode.Disposable {
  readonly #send: (cells: NotebookCells) => Promise<void>;
  readonly #subscription: vscode.Disposable;

  constructor(send: (cells: NotebookCells) => Promise<void>) {
    this.#send = send;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidOpenNotebookDocument(notebook => this.#tell(notebook)),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, contentChanges }) => {
        if (contentChanges.length > 0) this.#tell(notebook);
      }),
      vscode.workspace.onDidCloseNotebookDocument(({ uri, notebookType }) => {
        if (kindOf(notebookType)) this.#report({ notebook: uri.toString(), cells: [], shares: 'all' });
      }),
    );
    for (const notebook of vscode.workspace.notebookDocuments) this.#tell(notebook);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #tell(notebook: vscode.NotebookDocument): void {
    const notebookKind = kindOf(notebook.notebookType);
    if (notebookKind === undefined) return;
    const queries = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
    this.#report({
      notebook: notebook.uri.toString(),
      cells: queries.map(({ document }) => document.uri.toString()),
      shares: notebookKind.shares,
    });
  }

  #report(cells: NotebookCells): void {
    this.#send(cells).catch(() => undefined);
  }
}
