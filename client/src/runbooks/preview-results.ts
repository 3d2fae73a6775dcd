/** The last results of the fences of Markdown files, for the preview of Markdown. */
import * as vscode from 'vscode';
import { type PreviewedResult, mostPreviewRows } from '../../../server/src/runbooks/preview-result.ts';
import { fenceAt } from '../../../server/src/runbooks/fence-at.ts';
import { findFences } from '../../../server/src/runbooks/fences.ts';
import { fenceText } from '../../../server/src/runbooks/query-file-text.ts';
import { runbookLanguage } from '../embedded/embedded-switch.ts';
import type { Requests } from '../requests.ts';
import type { Run } from '../results/runs.ts';

/** Fences whose results are kept. */
const mostFences = 200;

export class PreviewResults {
  readonly #requests: Pick<Requests, 'window'>;
  /** By the file and the text of the fence, so that a fence that was edited shows no result of another query. */
  readonly #results = new Map<string, readonly PreviewedResult[]>();

  constructor(requests: Pick<Requests, 'window'>) {
    this.#requests = requests;
  }

  /** The results of a fence, as the preview has its file and its text. */
  of(uri: string, content: string): readonly PreviewedResult[] {
    return this.#results.get(keyOf(uri, content)) ?? [];
  }

  /** Takes over the first rows of a run of a Markdown file, and shows them in its preview. */
  async ended(uri: vscode.Uri, run: Readonly<Run>): Promise<void> {
    const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    if (document?.languageId !== runbookLanguage || run.finish?.status === 'failed') return;
    const content = contentAt(document, run.position);
    const [table] = [...run.tables.values()].toSorted((one, other) => other.rows - one.rows);
    if (content === undefined || table === undefined) return;
    const view = { sort: [], search: '', filters: {} };
    const asked = { run: run.id, table: table.table.id, view, offset: 0, count: mostPreviewRows };
    const found = await this.#requests.window(asked);
    if (found === null) return;
    const result = {
      title: run.title,
      columns: table.table.columns,
      rows: found.rows.map(({ cells }) => cells),
      total: table.rows,
    };
    const key = keyOf(uri.toString(), content);
    const others = (this.#results.get(key) ?? []).filter(({ title }) => title !== run.title);
    this.#results.delete(key);
    this.#results.set(key, [...others, result]);
    for (const old of [...this.#results.keys()].slice(0, -mostFences)) this.#results.delete(old);
    await vscode.commands.executeCommand('markdown.preview.refresh');
  }
}

/** The text of the fence at a position. */
function contentAt(document: vscode.TextDocument, position: Run['position']): string | undefined {
  const text = document.getText();
  const at = document.offsetAt(new vscode.Position(position.line, position.character));
  const found = fenceAt({ fences: findFences(text), text }, at);
  return found && fenceText(text, found.fence).text;
}

/** Lines without what a quotation or a list has before them. */
const keyOf = (uri: string, content: string): string =>
  `${uri}\n${content
    .split(/\r\n|[\r\n]/)
    .map(line => line.trim())
    .join('\n')
    .trim()}`;
