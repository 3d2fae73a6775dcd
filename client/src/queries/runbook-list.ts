/** Which Markdown files are runbooks: a file is read once, and again when it has changed. */
import * as vscode from 'vscode';
import { plainSyntax } from '../../../server/src/queryfile/query-document.ts';
import { hasQueryFence } from '../../../server/src/runbooks/fences.ts';
import { isRunnable, Runbook } from '../../../server/src/runbooks/runbook.ts';

/** Files that are read, and their bytes: a larger one is left out. */
const most = { files: 2000, bytes: 1_000_000 };

export class RunbookList {
  readonly #known = new Map<string, Promise<boolean>>();

  /** The runbooks among Markdown files. */
  async among(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const read = files.slice(0, most.files);
    const found = await Promise.all(read.map(file => this.#isRunbook(file)));
    return read.filter((_, index) => found[index]);
  }

  forget(file: vscode.Uri): void {
    this.#known.delete(file.toString());
  }

  #isRunbook(file: vscode.Uri): Promise<boolean> {
    const key = file.toString();
    const known = this.#known.get(key) ?? readRunbook(file).catch(() => false);
    this.#known.set(key, known);
    return known;
  }
}

async function readRunbook(file: vscode.Uri): Promise<boolean> {
  if ((await vscode.workspace.fs.stat(file)).size > most.bytes) return false;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return hasQueryFence(text) && isRunnable(new Runbook(file.toString(), text, () => plainSyntax));
}
