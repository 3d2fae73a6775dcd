/** How the expectations of queries ended last, in this window. */
import * as vscode from 'vscode';

export type Outcome = 'passed' | 'failed';

const keyOf = (uri: vscode.Uri, title: string): string => `${uri.toString()}\n${title}`;

export class Outcomes implements vscode.Disposable {
  readonly #known = new Map<string, Outcome>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** `undefined` = they were not checked, or the query has none. */
  of(uri: vscode.Uri, title: string): Outcome | undefined {
    return this.#known.get(keyOf(uri, title));
  }

  set(uri: vscode.Uri, title: string, outcome: Outcome): void {
    this.#known.set(keyOf(uri, title), outcome);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
