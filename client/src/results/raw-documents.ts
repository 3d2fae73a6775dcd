/** Read-only JSON documents with the raw responses of runs. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';
import { fileName } from './file-name.ts';

const scheme = 'wikijql-raw';

export class RawDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #requests: Requests;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(requests: Requests) {
    this.#requests = requests;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const answer = await this.#requests.raw({ run: uri.query });
    return answer?.text ?? text('raw.gone');
  }

  /** Opens the current response of a run, in the group that has the focus. */
  async show(run: string, title: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${fileName(title, 'json')}`, query: run });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
