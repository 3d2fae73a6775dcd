/** Reads and writes files as notebooks. The parts that no cell changed are saved as they were. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { accepts } from '#shared/protocol/schema.ts';
import type { Cell, CellSource, FileForm } from '../../../server/src/embedded/markdown/notebook-cells.ts';
import { grouped, text } from '../texts.ts';
import type { NotebookKind } from './notebook-kinds.ts';

/** The maximum size of a file that opens as a notebook, in bytes. */
const longestNotebook = 2_000_000;
/** The maximum number of cells: the editor keeps a document for each, and an editor for each visible one. */
const mostCells = 2000;

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
    if (content.length > longestNotebook)
      throw new Error(
        text('notebook.tooLong', { size: grouped(content.length), most: grouped(longestNotebook) }),
      );
    const { cells, form } = this.#kind.read(decoded(content));
    if (cells.length > mostCells)
      throw new Error(text('notebook.tooMany', { count: grouped(cells.length), most: grouped(mostCells) }));
    const data = new vscode.NotebookData(cells.map(cellData));
    data.metadata = { form };
    return data;
  }

  serializeNotebook({ cells, metadata }: vscode.NotebookData): Uint8Array {
    const form: unknown = metadata?.['form'];
    const fileText = this.#kind.write({
      form: isForm(form) ? form : { mark: '', end: '\n' },
      cells: cells.map(cellOf),
    });
    return new TextEncoder().encode(fileText);
  }
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

function cellOf({ kind, languageId, value, metadata }: vscode.NotebookCellData): Cell {
  const source: unknown = metadata?.['source'];
  return {
    kind: kind === vscode.NotebookCellKind.Markup ? 'text' : 'query',
    language: languageId,
    value,
    ...(isSource(source) && { source }),
  };
}
