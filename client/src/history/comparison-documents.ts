/** Read-only documents with comparisons as text. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import { fileName } from '../results/file-name.ts';
import type { ComparisonNames } from '../results/runs.ts';
import { text } from '../texts.ts';

const scheme = 'wikijql-comparison';

export class ComparisonDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #requests: Pick<Requests, 'comparisonText'>;
  readonly #namesByRun = new Map<string, ComparisonNames>();
  readonly #registration: vscode.Disposable;

  constructor(requests: Pick<Requests, 'comparisonText'>) {
    this.#requests = requests;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent({ query: run }: vscode.Uri): Promise<string> {
    const names = this.#namesByRun.get(run) ?? { before: '', after: '' };
    return (await this.#requests.comparisonText({ run, ...names }))?.text ?? text('history.comparisonGone');
  }

  /** Opens the comparison of a run, colored as a diff. */
  async show(run: string, title: string, names: ComparisonNames): Promise<void> {
    this.#namesByRun.set(run, names);
    const uri = vscode.Uri.from({ scheme, path: `/${fileName(title, 'diff')}`, query: run });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
