/** Read-only documents with diagnoses of sites. */
import * as vscode from 'vscode';
import { fileName } from '../results/file-name.ts';
import { text } from '../texts.ts';

const scheme = 'wikijql-diagnosis';

export class DiagnosisDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.#changed.event;

  provideTextDocumentContent({ query: site }: vscode.Uri): string {
    return this.#texts.get(site) ?? text('sites.diagnosisGone');
  }

  /** Opens the diagnosis of a site in place of its last one. */
  async show(site: string, content: string): Promise<void> {
    this.#texts.set(site, content);
    const path = `/${fileName(text('sites.diagnosisName', { site }), 'txt')}`;
    const uri = vscode.Uri.from({ scheme, path, query: site });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    vscode.Disposable.from(this.#registration, this.#changed).dispose();
  }
}
