/** Decides which Markdown files are runbooks. A file is read once, and again after a change. */
import type * as vscode from 'vscode';
import { plainSyntax } from '../../../server/src/query-file/query-document.ts';
import { hasQueryFence } from '../../../server/src/embedded/markdown/fences.ts';
import { readFile } from '../read-file.ts';
import { isRunnable, Runbook } from '../../../server/src/embedded/markdown/runbook.ts';

/** The maximum number of files that are read, and of their bytes; larger files are left out. */
const limits = { files: 2000, bytes: 1_000_000 };

export class RunbookList {
  readonly #isRunbookByFile = new Map<string, Promise<boolean>>();

  /** The runbooks among Markdown files. */
  async among(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const filesToRead = files.slice(0, limits.files);
    const areRunbooks = await Promise.all(filesToRead.map(file => this.#isRunbook(file)));
    return filesToRead.filter((_, index) => areRunbooks[index]);
  }

  forget(file: vscode.Uri): void {
    this.#isRunbookByFile.delete(file.toString());
  }

  #isRunbook(file: vscode.Uri): Promise<boolean> {
    const key = file.toString();
    const answer = this.#isRunbookByFile.get(key) ?? readRunbook(file).catch(() => false);
    this.#isRunbookByFile.set(key, answer);
    return answer;
  }
}

async function readRunbook(file: vscode.Uri): Promise<boolean> {
  const bytes = await readFile(file, limits.bytes);
  if (bytes === undefined) return false;
  const text = new TextDecoder().decode(bytes);
  return hasQueryFence(text) && isRunnable(new Runbook(file.toString(), text, () => plainSyntax));
}
