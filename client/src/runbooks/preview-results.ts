/** The last results of fences of queries, for the preview of Markdown. */
import * as vscode from 'vscode';
import {
  type PreviewedResult,
  maxPreviewRows,
} from '../../../server/src/embedded/markdown/preview-result.ts';
import { fenceAt } from '../../../server/src/embedded/markdown/fence-at.ts';
import { findFences } from '../../../server/src/embedded/markdown/fences.ts';
import { fenceText } from '../../../server/src/embedded/markdown/query-file-text.ts';
import { runbookLanguage } from '../embedded/embedded-switch.ts';
import type { Requests } from '../requests.ts';
import type { Run } from '../results/runs.ts';

/** The maximum number of fences whose results are kept. */
const maxFences = 200;

export class PreviewResults {
  readonly #requests: Pick<Requests, 'window'>;
  /** The results by file and text of the fence, so that an edited fence does not show the result of another query. */
  readonly #results = new Map<string, readonly PreviewedResult[]>();

  constructor(requests: Pick<Requests, 'window'>) {
    this.#requests = requests;
  }

  /** The results of a fence, by the file and text that the preview has. */
  of(uri: string, content: string): readonly PreviewedResult[] {
    return this.#results.get(keyOf(uri, content)) ?? [];
  }

  /** Stores the first rows of a run of a Markdown file, and shows them in its preview. */
  async ended(uri: vscode.Uri, run: Readonly<Run>): Promise<void> {
    const document = vscode.workspace.textDocuments.find(
      textDocument => textDocument.uri.toString() === uri.toString(),
    );
    if (document?.languageId !== runbookLanguage || run.finish?.status === 'failed') return;
    const content = contentAt(document, run.position);
    const [table] = [...run.tables.values()].toSorted((one, other) => other.rows - one.rows);
    if (content === undefined || table === undefined) return;
    const view = { sort: [], search: '', filters: {} };
    const params = { run: run.id, table: table.table.id, view, offset: 0, count: maxPreviewRows };
    const window = await this.#requests.window(params);
    if (window === null) return;
    const result = {
      title: run.title,
      columns: table.table.columns,
      rows: window.rows.map(({ cells }) => cells),
      total: table.rows,
    };
    const key = keyOf(uri.toString(), content);
    const others = (this.#results.get(key) ?? []).filter(({ title }) => title !== run.title);
    this.#results.delete(key);
    this.#results.set(key, [...others, result]);
    for (const old of [...this.#results.keys()].slice(0, -maxFences)) this.#results.delete(old);
    await vscode.commands.executeCommand('markdown.preview.refresh');
  }
}

/** The text of the fence at a position; `undefined` = no fence. */
function contentAt(document: vscode.TextDocument, position: Run['position']): string | undefined {
  const text = document.getText();
  const at = document.offsetAt(new vscode.Position(position.line, position.character));
  const fence = fenceAt({ fences: findFences(text), text }, at);
  return fence && fenceText(text, fence.fence).text;
}

/** The key of a fence: its lines without the marks of a quotation or a list before them. */
const keyOf = (uri: string, content: string): string =>
  `${uri}\n${content
    .split(/\r\n|[\r\n]/)
    .map(line => line.trim())
    .join('\n')
    .trim()}`;
