/** Reads and writes files as notebooks. The parts that no cell changed are saved as they were. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { accepts } from '#shared/protocol/schema.ts';
import type { Cell, CellSource, FileForm } from '../../../server/src/embedded/markdown/notebook-cells.ts';
import type { Position } from '#shared/protocol/notice.ts';
import type { Target } from '../run/run-target.ts';
import { grouped, text } from '../texts.ts';
import { kindOf, type NotebookKind } from './notebook-kinds.ts';

/** The maximum size of a file that opens as a notebook, in bytes. */
const maxNotebookBytes = 2_000_000;
/** The maximum number of cells: the editor keeps a document for each, and an editor for each visible one. */
const maxCells = 2000;

const isSource: (value: unknown) => value is CellSource = accepts(
  v.object({
    index: v.number(),
    isLast: v.boolean(),
    before: v.string(),
    opening: v.string(),
    content: v.string(),
    closing: v.string(),
    after: v.string(),
  }),
);
const isForm: (value: unknown) => value is FileForm = accepts(
  v.object({ mark: v.string(), end: v.string() }),
);

export class RunbookSerializer implements vscode.NotebookSerializer {
  readonly #kind: NotebookKind;

  constructor(kind: NotebookKind) {
    this.#kind = kind;
  }

  deserializeNotebook(content: Uint8Array): vscode.NotebookData {
    if (content.length > maxNotebookBytes)
      throw new Error(
        text('notebook.tooLong', { size: grouped(content.length), most: grouped(maxNotebookBytes) }),
      );
    const { cells, form } = this.#kind.read(decoded(content));
    if (cells.length > maxCells)
      throw new Error(text('notebook.tooMany', { count: grouped(cells.length), most: grouped(maxCells) }));
    const data = new vscode.NotebookData(cells.map(cellData));
    data.metadata = { form };
    return data;
  }

  serializeNotebook({ cells, metadata }: vscode.NotebookData): Uint8Array {
    const fileText = this.#kind.write({ form: formOf(metadata), cells: cells.map(cellOf) });
    return new TextEncoder().encode(fileText);
  }
}

/** Where a position of a cell is in the file of its notebook, as the file would be saved now. */
export function inFile(cell: vscode.NotebookCell, { line, character }: Position): Target {
  const { notebook, document, index } = cell;
  const cells = notebook.getCells(new vscode.NotebookRange(0, index + 1)).map(sourceOf);
  const fileText = kindOf(notebook.notebookType)?.write({ form: formOf(notebook.metadata), cells }) ?? '';
  const lines = fileText.replaceAll('\r\n', '\n');
  const start = Math.max(0, lines.lastIndexOf(document.getText().replaceAll('\r\n', '\n')));
  const linesBefore = lines.slice(0, start).split('\n').length - 1;
  return { uri: notebook.uri, position: { line: linesBefore + line, character } };
}

/** Decodes a file. Only text that can be written back unchanged is opened. */
function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new Error(text('notebook.notUtf8'));
  }
}

function cellData({ kind, language, value, source }: Cell): vscode.NotebookCellData {
  const cellKind = kind === 'text' ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code;
  const data = new vscode.NotebookCellData(cellKind, value, language);
  data.metadata = { source };
  return data;
}

function formOf(metadata: vscode.NotebookData['metadata']): FileForm {
  const form: unknown = metadata?.['form'];
  return isForm(form) ? form : { mark: '', end: '\n' };
}

const sourceOf = ({ kind, document, metadata }: vscode.NotebookCell): Cell =>
  cellOf({ kind, languageId: document.languageId, value: document.getText(), metadata });

function cellOf({ kind, languageId, value, metadata }: vscode.NotebookCellData): Cell {
  const source: unknown = metadata?.['source'];
  return {
    kind: kind === vscode.NotebookCellKind.Markup ? 'text' : 'query',
    language: languageId,
    value,
    ...(isSource(source) && { source }),
  };
}
