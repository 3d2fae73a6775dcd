/** The command that runs the queries of a Markdown file and writes their results into it. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { platform } from '#platform';
import { isOfSameReport } from '#shared/base/tables/chart-mark.ts';
import {
  type RefreshReportResult,
  refreshReportRequest,
  reportProgressNotification,
} from '#shared/protocol/documents/reports.ts';
import type { History } from '../history/run-history.ts';
import { readFile } from '../read-file.ts';
import { askerOf, onNotification } from '../requests.ts';
import { isTrusted } from '../run/preconditions.ts';
import { fileNameOf, reasonOf, text } from '../texts.ts';
import { writeGenerated } from '../write-generated.ts';
import { showError, showWarning } from '../user-messages.ts';

/** Refreshes the report in the active editor; `menuFile` = the file of a menu. */
export async function refreshReport(
  client: BaseLanguageClient,
  history: Pick<History, 'recordReport'>,
  menuFile: unknown,
): Promise<void> {
  const document = await documentOf(menuFile);
  if (document === undefined || !isTrusted()) return;
  const { version } = document;
  const target = await platform.realFile(document.uri);
  const result = await runReport(client, document, target);
  history.recordReport(document.uri, result.runs);
  if (result.cancelled) return;
  const [failure] = result.failures;
  if (failure !== undefined) {
    await showFailure(document, failure, result.query);
    return;
  }
  if (document.version !== version || document.isClosed) {
    void showWarning(text('report.changed'));
    return;
  }
  if (result.charts.length > 0 && document.isUntitled) {
    void showWarning(text('report.untitled'));
    return;
  }
  await write(document, target, result);
  const [unexpected, ...others] = result.unexpected;
  if (unexpected === undefined) return;
  const values = { message: unexpected.message, count: others.length };
  const message = text(others.length === 0 ? 'report.unexpected' : 'report.unexpected.others', values);
  await showAt(document, message, unexpected.line);
}

async function documentOf(file: unknown): Promise<vscode.TextDocument | undefined> {
  if (file instanceof vscode.Uri) return vscode.workspace.openTextDocument(file);
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'markdown' ? document : undefined;
}

async function runReport(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  target: vscode.Uri,
): Promise<RefreshReportResult> {
  const uri = document.uri.toString();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: text('report.refreshing', { file: fileNameOf(document.uri) }),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const progressListener = onNotification(
      client,
      reportProgressNotification,
      ({ uri: of, query, index, count }) => {
        if (of !== uri) return;
        const message = text('report.progress', { query, index: index + 1, count });
        progress.report({ message, ...(index > 0 && { increment: 100 / count }) });
      },
    );
    try {
      const file = fileNameOf(target);
      const params = { uri, text: document.getText(), file };
      return await askerOf(client)(refreshReportRequest, params, token);
    } finally {
      progressListener.dispose();
    }
  });
}

async function showFailure(
  document: vscode.TextDocument,
  { line, message }: RefreshReportResult['failures'][number],
  query: string | undefined,
): Promise<void> {
  const failure =
    query === undefined ? text('report.refused', { message }) : text('report.failed', { query, message });
  await showAt(document, failure, line);
}

/** Shows a message that opens a line. @param line counted from 1 */
async function showAt(document: vscode.TextDocument, message: string, line: number): Promise<void> {
  const show = text('report.show');
  if ((await showError(message, show)) !== show) return;
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** Maximum bytes of a chart. */
const largestChart = 64 * 1024 * 1024;

/**
 * Whether a file that is not a chart of the same report has a chart's name. A link is refused when the chart is
 * written.
 */
async function isTaken(file: vscode.Uri, chart: string): Promise<boolean> {
  const { fs } = vscode.workspace;
  const type = await fs.stat(file).then(
    stat => stat.type,
    () => vscode.FileType.Unknown,
  );
  if (type !== vscode.FileType.File) return false;
  const stored = await readFile(file, largestChart);
  return stored === undefined || !isOfSameReport(new TextDecoder().decode(stored), chart);
}

/** Writes the charts before the text, which must never name a missing chart. A report that was saved stays saved, as its charts are. */
async function write(
  document: vscode.TextDocument,
  target: vscode.Uri,
  { edits, charts, results }: RefreshReportResult,
): Promise<void> {
  try {
    const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(target, '..', name);
    for (const { name, svg } of charts) {
      if (!(await isTaken(fileOf(name), svg))) continue;
      await showError(text('chart.taken', { file: name }));
      return;
    }
    for (const { name, svg } of charts) await writeGenerated(fileOf(name), svg);
  } catch (error) {
    await showError(text('chart.notSaved', { reason: reasonOf(error) }));
    return;
  }
  const wasSaved = !document.isDirty && !document.isUntitled;
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, newText } of edits) {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    edit.replace(document.uri, range, newText);
  }
  if (edits.length > 0 && !(await vscode.workspace.applyEdit(edit))) {
    void showError(text('report.notWritten'));
    return;
  }
  if (edits.length > 0 && wasSaved) await document.save();
  const message = text(edits.length > 0 ? 'report.refreshed' : 'report.same', {
    results,
    changed: edits.length,
  });
  vscode.window.setStatusBarMessage(message, 4000);
}
