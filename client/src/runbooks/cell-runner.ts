/** Runs the cells of notebooks. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import { runQuery } from '../run/run-query.ts';
import type { RunStarts } from '../run/run-starts.ts';
import { text } from '../texts.ts';
import type { CellResults } from './cell-results.ts';
import { type NotebookKind, notebookKinds } from './notebook-kinds.ts';

/** Registers a controller for each kind of notebook. */
export function registerCellRunners(services: CellServices): vscode.Disposable {
  return vscode.Disposable.from(...notebookKinds.map(kind => controllerOf(kind, services)));
}

export interface CellServices {
  readonly requests: Requests;
  readonly results: CellResults;
  readonly starts: RunStarts;
}

function controllerOf({ type, languages }: NotebookKind, services: CellServices): vscode.Disposable {
  const controller = vscode.notebooks.createNotebookController(type, type, text('client.name'));
  let order = 0;
  controller.supportedLanguages = [...languages];
  controller.supportsExecutionOrder = true;
  controller.interruptHandler = notebook => services.results.cancel(notebook);
  controller.executeHandler = async cells => {
    for (const cell of cells) {
      const execution = controller.createNotebookCellExecution(cell);
      execution.executionOrder = ++order;
      if (!(await runCell(cell, execution, services))) break;
    }
  };
  return controller;
}

/** Runs the queries of a cell in their order, until one does not succeed. Returns whether all did. */
async function runCell(
  cell: vscode.NotebookCell,
  execution: vscode.NotebookCellExecution,
  { requests, results, starts }: CellServices,
): Promise<boolean> {
  const { uri } = cell.document;
  execution.start(Date.now());
  let isDone = false;
  try {
    const queries = await requests.queries({ uri: uri.toString() });
    const { panel, output } = results.begin(cell);
    // The output is not cleared first: the editor would report that later, when the new result would count as cleared
    // by the user.
    await execution.replaceOutput(queries.length > 0 ? output : []);
    isDone = true;
    for (const { range } of queries) {
      const target = { uri, position: range.start };
      const result = await runQuery(target, requests, { starts, open: async () => panel });
      isDone = result?.status === 'complete' || result?.status === 'more';
      if (!isDone) break;
    }
  } finally {
    execution.end(isDone, Date.now());
  }
  return isDone;
}
