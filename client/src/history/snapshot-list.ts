/** The snapshots that all windows share, as of the last request of this window. */
import * as vscode from 'vscode';
import type { Snapshot, SnapshotProblem } from '#shared/protocol/snapshots.ts';
import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';
import { showError, showInformation } from '../user-messages.ts';

type SnapshotRequests = Pick<Requests, 'snapshots' | 'setAsideSnapshots'>;

export class SnapshotList implements vscode.Disposable {
  readonly #requests: SnapshotRequests;
  readonly #changed = new vscode.EventEmitter<void>();
  #all: readonly Snapshot[] = [];
  readonly onDidChange = this.#changed.event;

  constructor(requests: SnapshotRequests) {
    this.#requests = requests;
  }

  get all(): readonly Snapshot[] {
    return this.#all;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Reads the snapshots again. A problem is shown only if the user asked for them. */
  async refresh(isAsked = false): Promise<void> {
    const result = await this.#requests.snapshots();
    if ('snapshots' in result) {
      if (JSON.stringify(result.snapshots) === JSON.stringify(this.#all)) return;
      this.#all = result.snapshots;
      this.#changed.fire();
    } else if (isAsked) await this.showProblem(result);
  }

  /** Shows why a request failed. A database that cannot be read can be set aside. */
  async showProblem({ problem, unreadable }: SnapshotProblem): Promise<void> {
    const setAside = text('history.setAside');
    const chosen = await showError(problem, ...(unreadable === true ? [setAside] : []));
    if (chosen !== setAside) return;
    const result = await this.#requests.setAsideSnapshots();
    if ('file' in result) void showInformation(text('history.isAside', { file: result.file }));
    else void showError(result.problem);
    await this.refresh();
  }
}
