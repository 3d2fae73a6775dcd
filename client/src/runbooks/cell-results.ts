/** The results below the cells of notebooks, each of which is a results panel inside the notebook. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { accepts } from '#shared/protocol/schema.ts';
import type { Panels } from '../results/open-panels.ts';
import type { ResultPanel } from '../results/result-panel.ts';
import type { ResultSurface } from '../results/result-surface.ts';
import { inFile } from './notebook-serializer.ts';

/** The name of the renderer in `package.json`, and the type of its content. */
const renderer = 'wikijql.cellResults';
const resultType = 'application/vnd.wikijql.results+json';

const isFromRenderer = accepts(v.object({ output: v.string(), message: v.unknown() }));

interface Shown {
  readonly surface: CellSurface;
  readonly panel: ResultPanel;
}

export class CellResults implements vscode.Disposable {
  readonly #panels: Panels;
  readonly #messaging = vscode.notebooks.createRendererMessaging(renderer);
  readonly #subscriptions: vscode.Disposable[];
  /** The results by the address of the cell. */
  readonly #shown = new Map<string, Shown>();

  constructor(panels: Panels) {
    this.#panels = panels;
    this.#subscriptions = [
      this.#messaging.onDidReceiveMessage(({ message }) => {
        if (!isFromRenderer(message)) return;
        const { output, message: received } = message;
        for (const { surface } of this.#shown.values()) if (surface.id === output) surface.receive(received);
      }),
      vscode.workspace.onDidCloseNotebookDocument(notebook => {
        for (const cell of notebook.getCells()) this.#drop(cell.document.uri);
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges, cellChanges }) => {
        for (const { removedCells } of contentChanges)
          for (const cell of removedCells) this.#drop(cell.document.uri);
        for (const { cell, outputs } of cellChanges) if (outputs?.length === 0) this.#cleared(cell);
      }),
    ];
  }

  /** The panel of a cell's result; `undefined` = the cell has not run. */
  of(cell: vscode.Uri): ResultPanel | undefined {
    return this.#shown.get(cell.toString())?.panel;
  }

  /** Begins a new result below a cell, in place of the previous one, with the output that shows it. */
  begin(cell: vscode.NotebookCell): {
    readonly panel: ResultPanel;
    readonly output: vscode.NotebookCellOutput;
  } {
    const { uri } = cell.document;
    this.#drop(uri);
    const surface = new CellSurface(message => this.#messaging.postMessage(message));
    const panel = this.#panels.host(uri, surface, position => inFile(cell, position));
    this.#shown.set(uri.toString(), { surface, panel });
    const item = vscode.NotebookCellOutputItem.json({ output: surface.id }, resultType);
    return { panel, output: new vscode.NotebookCellOutput([item]) };
  }

  /** Stops the runs of a notebook. */
  cancel(notebook: vscode.NotebookDocument): void {
    for (const cell of notebook.getCells()) this.of(cell.document.uri)?.runs.cancel();
  }

  dispose(): void {
    for (const { surface } of this.#shown.values()) surface.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Removes the result of a cell whose output was cleared; an active run is ended by its own command. */
  #cleared(cell: vscode.NotebookCell): void {
    if (this.of(cell.document.uri)?.runs.underWay === 0) this.#drop(cell.document.uri);
  }

  #drop(cell: vscode.Uri): void {
    this.#shown.get(cell.toString())?.surface.dispose();
    this.#shown.delete(cell.toString());
  }
}

class CellSurface implements ResultSurface {
  readonly id = crypto.randomUUID();
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  /** Never fires: the renderer itself reports when it starts again. */
  readonly onDidHide = () => new vscode.Disposable(() => undefined);
  readonly port;
  readonly visible = true;
  readonly isInArea = false;
  readonly active = false;
  title = '';

  constructor(post: (message: unknown) => Thenable<boolean>) {
    this.port = {
      postMessage: (message: unknown) => post({ output: this.id, message }),
      onDidReceiveMessage: this.#received.event,
    };
  }

  receive(message: unknown): void {
    this.#received.fire(message);
  }

  async show(): Promise<void> {}
  focused(): void {}

  dispose(): void {
    this.#disposed.fire();
    this.#received.dispose();
    this.#disposed.dispose();
  }
}
