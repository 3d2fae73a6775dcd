/** Shows the rows of a run or of a snapshot, or runs a query of the history again. */
import * as vscode from 'vscode';
import type { Snapshot } from '#shared/protocol/snapshots.ts';
import { isClosedDraft, runInNewDraft } from '../run/closed-draft.ts';
import { isSqlUri } from '../results/sql-view.ts';
import { locateQuery } from '../run/run-target.ts';
import { text } from '../texts.ts';
import type { HistoryServices } from './command-subject.ts';
import type { HistoryEntry } from './history-log.ts';
import { nameOf } from './history-view.ts';
import { showError, showInformation } from '../user-messages.ts';

/** Runs the query of an entry again, at its current place in its file. */
export async function rerun(
  { requests }: Pick<HistoryServices, 'requests'>,
  { about, position }: HistoryEntry,
): Promise<void> {
  const uri = vscode.Uri.parse(about.uri, true);
  if (isSqlUri(uri)) {
    await vscode.commands.executeCommand('wikijql.queryWithSql', about.query, true);
    return;
  }
  if (isClosedDraft(uri)) {
    await runInNewDraft(about);
    return;
  }
  try {
    await vscode.workspace.openTextDocument(uri);
  } catch {
    void showError(text('history.fileGone', { file: nameOf({ ...about, title: '' }) }));
    return;
  }
  const place = await locateQuery(requests, uri, { title: about.title, position });
  await vscode.commands.executeCommand('wikijql.run', about.uri, place);
}

/** Shows the rows of a run; if they are gone, offers to run the query again. */
export async function openEntry(services: HistoryServices, entry: HistoryEntry): Promise<void> {
  const { panels, history } = services;
  const { run, about } = entry;
  const panel = panels.showing(run);
  if (panel) {
    panel.bringToFront(run);
    return;
  }
  const keptRun = history.kept.take(run);
  if (keptRun) {
    const opened = await panels.open(vscode.Uri.parse(about.uri, true));
    opened.bringToFront(run, keptRun);
    return;
  }
  const runAgain = text('session.runAgain');
  const question = text('history.rowsGone', { title: nameOf(about) });
  if ((await showInformation(question, runAgain)) === runAgain) await rerun(services, entry);
}

/** Shows the rows of a snapshot. */
export async function openSnapshot(
  { requests, panels, history: { snapshots } }: HistoryServices,
  { id, about, name }: Snapshot,
): Promise<void> {
  const panel = await panels.open(vscode.Uri.parse(about.uri, true));
  const { site, pageUrl, title } = about;
  const snapshotRun = {
    name: title === '' ? name : title,
    position: { line: 0, character: 0 },
    site,
    pageUrl,
  };
  const result = await panel.derive(snapshotRun, async (run, token) => {
    const opened = await requests.openSnapshot({ run, snapshot: id }, token);
    return opened.status === 'failed' ? opened : { ...opened, title: text('history.asOf', { name }) };
  });
  if (result.status === 'failed') await snapshots.refresh();
}
