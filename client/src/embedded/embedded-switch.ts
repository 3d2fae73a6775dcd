/** Decides whether the queries of files in other languages are checked in this workspace. */
import * as vscode from 'vscode';
import type { Settings } from '#shared/protocol/settings.ts';
import { type FileKind, findFiles } from '../find-files.ts';
import { languageSettings, section } from '../settings.ts';

/** Query files, and files of `.wikijql`. */
const filesThatSwitchOn: FileKind = {
  pattern: '**/{*.wikiquery,*.jql,.wikijql/*}',
  pathPattern: /\.(?:wikiquery|jql)$|\/\.wikijql\/[^/]+$/,
};
const skipped = '**/node_modules/**';

/** The documents that are checked: none, only Markdown with fences of queries, or all that may have queries. */
export type EmbeddedMode = 'none' | 'runbooks' | 'all';

/** Follows the setting and the files of the workspace. */
export class EmbeddedSwitch implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<EmbeddedMode>();
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #mode: EmbeddedMode = 'none';
  #updates = 0;

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(filesThatSwitchOn.pattern, false, true, false);
    const update = (): void => void this.update();
    this.#subscriptions.push(
      watcher,
      watcher.onDidCreate(update),
      watcher.onDidDelete(update),
      vscode.workspace.onDidChangeWorkspaceFolders(update),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(`${section}.language`)) update();
      }),
    );
  }

  get mode(): EmbeddedMode {
    return this.#mode;
  }

  /** Whether a document may be checked. */
  covers({ languageId }: vscode.TextDocument): boolean {
    return this.#mode === 'all' || (this.#mode === 'runbooks' && languageId === runbookLanguage);
  }

  /** Updates the mode from the setting and, if it is `auto`, from the files of the workspace. */
  async update(): Promise<void> {
    const update = ++this.#updates;
    const mode = await modeOf(languageSettings().embeddedQueries);
    if (update !== this.#updates || mode === this.#mode) return;
    this.#mode = mode;
    this.#changed.fire(mode);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

/** The language of files that can be runbooks. */
export const runbookLanguage = 'markdown';

async function modeOf(setting: Settings['language']['embeddedQueries']): Promise<EmbeddedMode> {
  if (setting === 'never') return 'none';
  if (setting === 'always') return 'all';
  return (await hasQueryFiles()) ? 'all' : 'runbooks';
}

/** Whether the workspace has query files. */
export const hasQueryFiles = async (): Promise<boolean> =>
  (await findFiles(filesThatSwitchOn, skipped, 1)).length > 0;
