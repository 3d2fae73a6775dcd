/** Opens runbooks and query files as notebooks. */
import * as vscode from 'vscode';
import { cellsNotification } from '#shared/protocol/documents/notebook-cells.ts';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { cellScheme } from '../languages.ts';
import type { Panels } from '../results/open-panels.ts';
import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';
import { CellOrderReporter } from './report-cell-order.ts';
import { CellResults } from './cell-results.ts';
import { registerCellRunners } from './cell-runner.ts';
import { kindOf, notebookKinds } from './notebook-kinds.ts';
import { RunbookSerializer } from './notebook-serializer.ts';
import { showInformation } from '../user-messages.ts';

/** The command in `package.json` that opens a cell's result in the results panel. */
const openCommand = 'wikijql.openCellResult';

export function registerNotebooks(
  client: BaseLanguageClient,
  requests: Requests,
  panels: Panels,
): vscode.Disposable {
  const results = new CellResults(panels);
  const open = async (uri: unknown): Promise<void> => {
    const cell = typeof uri === 'string' ? vscode.Uri.parse(uri, true) : activeCell()?.document.uri;
    const from = cell && results.of(cell);
    const run = from?.shown === undefined ? undefined : from.runs.get(from.shown);
    if (cell === undefined || run === undefined) {
      void showInformation(text('panel.nothing'));
      return;
    }
    (await panels.open(cellOf(cell)?.notebook.uri ?? cell)).bringToFront(run.id, run);
  };
  return vscode.Disposable.from(
    results,
    ...notebookKinds.map(kind =>
      vscode.workspace.registerNotebookSerializer(kind.type, new RunbookSerializer(kind), {
        transientOutputs: true,
      }),
    ),
    registerCellRunners({ requests, results, starts: panels.starts }),
    new CellOrderReporter(cells => client.sendNotification(cellsNotification.method, cells)),
    vscode.commands.registerCommand(openCommand, open),
    ...notebookKinds.map(({ type }) =>
      vscode.notebooks.registerNotebookCellStatusBarItemProvider(type, {
        provideCellStatusBarItems: cell => statusItems(cell, results),
      }),
    ),
  );
}

/** The cell with the cursor, in a notebook of this extension. */
function activeCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  if (!editor || !kindOf(editor.notebook.notebookType)) return undefined;
  return editor.notebook.getCells(editor.selection)[0];
}

/** The cell whose document has an address, in a notebook of this extension; `undefined` = none. */
function cellOf(uri: vscode.Uri): vscode.NotebookCell | undefined {
  if (uri.scheme !== cellScheme) return undefined;
  return vscode.workspace.notebookDocuments
    .filter(({ notebookType }) => kindOf(notebookType))
    .flatMap(notebook => notebook.getCells())
    .find(({ document }) => document.uri.toString() === uri.toString());
}

/** Runs the cell whose document has an address. Returns false if there is no such cell. */
export async function runAsCell(uri: vscode.Uri): Promise<boolean> {
  const cell = cellOf(uri);
  if (cell === undefined) return false;
  const range = { start: cell.index, end: cell.index + 1 };
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [range],
    document: cell.notebook.uri,
  });
  return true;
}

function statusItems(
  { document, outputs }: vscode.NotebookCell,
  results: CellResults,
): vscode.NotebookCellStatusBarItem[] {
  if (outputs.length === 0 || results.of(document.uri) === undefined) return [];
  const item = new vscode.NotebookCellStatusBarItem(
    text('notebook.openResult'),
    vscode.NotebookCellStatusBarAlignment.Right,
  );
  item.command = {
    title: text('notebook.openResult'),
    command: openCommand,
    arguments: [document.uri.toString()],
  };
  return [item];
}
