/**
 * Copies rows to the clipboard, and exports rows and charts to files. The server makes the text of rows and writes
 * their file.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { platform } from '#platform';
import type { FromResultsPanel } from '#shared/protocol/panel-messages.ts';
import {
  type ExportParams,
  type ExportProgress,
  type ExportResult,
  exportEndings,
  exportProgressNotification,
} from '#shared/protocol/results.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import { withLateProgress } from '../late-progress.ts';
import { onNotification, type Requests } from '../requests.ts';
import { fileNameOf, grouped, reasonOf, text } from '../texts.ts';
import { copy } from './host-actions.ts';
import { fileName } from './file-name.ts';
import { type Fetched, savedMessage } from './saved-message.ts';
import { showError, showInformation, showWarning } from '../user-messages.ts';

type CopyMessage = Extract<FromResultsPanel, { readonly type: 'copyRows' }>;
type ExportMessage = Extract<FromResultsPanel, { readonly type: 'export' }>;

/** The run that rows come from. */
export interface Origin {
  /** Its query, as a workbook names it; absent = unknown. */
  readonly about?: RanQuery | undefined;
  /** How much of the answer it has fetched; absent = it has not ended. */
  readonly fetched?: Fetched | undefined;
}

export class RowExports implements vscode.Disposable {
  readonly #requests: Requests;
  readonly #storage: vscode.Uri;
  /** The progress of exports, by the path of the file that is being written. */
  readonly #reports = new Map<string, (progress: ExportProgress) => void>();
  readonly #subscription: vscode.Disposable;

  /** @param storage the folder for files that will be copied to another file system */
  constructor(client: BaseLanguageClient, requests: Requests, storage: vscode.Uri) {
    this.#requests = requests;
    this.#storage = storage;
    this.#subscription = onNotification(client, exportProgressNotification, progress =>
      this.#reports.get(progress.file)?.(progress),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Copies rows; a text that is too long for the clipboard can be saved beside the query's file instead. */
  async copy(message: CopyMessage, beside: vscode.Uri, origin: Origin): Promise<void> {
    const { run, table, view, columns, offset, count, format, titles } = message;
    try {
      const result = await this.#requests.copy({
        run,
        table,
        view,
        columns,
        offset,
        format,
        titles,
        ...(count !== undefined && { count }),
      });
      if (!result) await showWarning(text('rows.gone'));
      else if ('text' in result) await copy(result.text);
      else {
        const save = text('copy.save');
        const chosen = await showInformation(text('copy.tooLong'), save);
        if (chosen === save)
          await this.save({ type: 'export', run, table, view, columns, format, name: table }, beside, origin);
      }
    } catch (error) {
      await showError(text('rows.failed', { reason: reasonOf(error) }));
    }
  }

  /**
   * Asks for a file, proposing one beside the query's file, and writes the rows there.
   *
   * @param origin the run that the rows come from
   */
  async save(message: ExportMessage, beside: vscode.Uri, origin: Origin): Promise<void> {
    const { run, table, view, columns, format, name } = message;
    const { about } = origin;
    const folder =
      beside.scheme === 'untitled'
        ? vscode.workspace.workspaceFolders?.[0]?.uri
        : vscode.Uri.joinPath(beside, '..');
    const target = await vscode.window.showSaveDialog({
      ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, fileName(name, exportEndings[format])) } : {}),
      filters: { [text(`save.${format}`)]: [exportEndings[format]] },
    });
    if (!target) return;
    try {
      const params = { run, table, view, columns, format, ...(about && { about }) };
      const result = await this.#write(params, target);
      if (result) await report(result, target, origin.fetched);
    } catch (error) {
      await showError(text('save.failed', { reason: reasonOf(error) }));
    }
  }

  /**
   * Writes the file; if the server cannot write to the target itself, a temporary file is copied there. `undefined` =
   * cancelled.
   */
  async #write(params: Omit<ExportParams, 'file'>, target: vscode.Uri): Promise<ExportResult | undefined> {
    if (!platform.serverWritesFiles) return this.#writeText(params, target);
    if (target.scheme === 'file') return this.#export({ ...params, file: target.fsPath }, target);
    const exportFile = vscode.Uri.joinPath(
      this.#storage,
      `${crypto.randomUUID()}.${exportEndings[params.format]}`,
    );
    await vscode.workspace.fs.createDirectory(this.#storage);
    try {
      const result = await this.#export({ ...params, file: exportFile.fsPath }, target);
      if (result && 'rows' in result) await vscode.workspace.fs.copy(exportFile, target, { overwrite: true });
      return result;
    } finally {
      await vscode.workspace.fs.delete(exportFile).then(undefined, () => undefined);
    }
  }

  /** Writes the text of rows, which the server makes as for the clipboard. */
  async #writeText(
    { run, table, view, columns, format }: Omit<ExportParams, 'file'>,
    target: vscode.Uri,
  ): Promise<ExportResult> {
    if (format === 'xlsx' || format === 'sqlite') return { problem: text('save.needsDesktop') };
    const rows = { run, table, view, offset: 0 };
    const [result, counts] = await Promise.all([
      this.#requests.copy({ ...rows, columns, format, titles: true }),
      this.#requests.window({ ...rows, count: 0 }),
    ]);
    if (result === null || counts === null) return { problem: text('rows.gone') };
    if ('tooLong' in result) return { problem: text('save.tooLong') };
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(result.text));
    return { rows: counts.shown };
  }

  /** Writes the file; `undefined` = cancelled. Progress is shown if it takes long, and is gone when this resolves. */
  async #export(params: ExportParams, target: vscode.Uri): Promise<ExportResult | undefined> {
    const cancel = new vscode.CancellationTokenSource();
    const outcome = this.#requests.export(params, cancel.token).then(
      result => result ?? { problem: text('rows.gone') },
      (error: unknown) => {
        if (cancel.token.isCancellationRequested) return undefined;
        throw error;
      },
    );
    const { file } = params;
    const title = text('save.underWay', { file: fileNameOf(target) });
    try {
      return await withLateProgress(title, outcome, cancel, progress => {
        let rowsWritten = 0;
        this.#reports.set(file, ({ rows, total }) => {
          const message = text('save.progress', { rows: grouped(rows), total: grouped(total) });
          progress.report({ message, increment: (100 * (rows - rowsWritten)) / Math.max(1, total) });
          rowsWritten = rows;
        });
      });
    } finally {
      this.#reports.delete(file);
    }
  }
}

async function report(result: ExportResult, target: vscode.Uri, fetched: Fetched | undefined): Promise<void> {
  if ('problem' in result) {
    await showError(result.problem);
    return;
  }
  const [open, reveal] = [text('save.open'), text('save.reveal')];
  const done = [
    savedMessage(fileNameOf(target), result.rows, fetched),
    ...(result.remark ? [result.remark] : []),
  ].join(' ');
  const chosen = await showInformation(done, open, reveal);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
  if (chosen === reveal)
    await vscode.commands.executeCommand(isHere(target) ? 'revealFileInOS' : 'revealInExplorer', target);
}

/** Whether the file manager of the user's machine can show a file. */
const isHere = ({ scheme }: vscode.Uri): boolean =>
  scheme === 'file' && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;

/** Asks for a file, proposing one beside the query's file, and writes a chart there. */
export async function saveChart(name: string, svg: string, beside: vscode.Uri): Promise<void> {
  const folder =
    beside.scheme === 'untitled'
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(beside, '..');
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, fileName(name, 'svg')) } : {}),
    filters: { [text('save.svg')]: ['svg'] },
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
    vscode.window.setStatusBarMessage(text('chart.saved', { file: fileNameOf(target) }), 4000);
  } catch (error) {
    await showError(text('chart.notSaved', { reason: reasonOf(error) }));
  }
}
