/** The commands that keep, open and delete snapshots. */
import * as vscode from 'vscode';
import type { CommandHandlers } from '../command-handlers.ts';
import { text } from '../texts.ts';
import { entryWithRows, type HistoryServices, sourceOf } from './command-subject.ts';
import { nameOf } from './history-view.ts';
import { openSnapshot } from './open-history-entry.ts';
import { ask, showInformation } from '../user-messages.ts';

async function keep(services: HistoryServices, value: unknown): Promise<void> {
  const {
    requests,
    history: { snapshots },
  } = services;
  const entry = entryWithRows(services, value);
  if (!entry) return;
  const { run, about } = entry;
  const name = await vscode.window.showInputBox({
    title: text('history.keepTitle'),
    prompt: text('history.keepPrompt'),
    value: text('history.keepName', { title: nameOf(about), date: new Date(about.ran).toLocaleString() }),
    validateInput: typed => (typed.trim() === '' ? text('history.nameEmpty') : undefined),
  });
  if (name === undefined) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: text('history.keeping'),
    cancellable: true,
  };
  const result = await vscode.window.withProgress(options, (_, token) =>
    requests.keep({ run, name: name.trim(), about }, token),
  );
  if ('problem' in result) return snapshots.showProblem(result);
  vscode.window.setStatusBarMessage(text('history.kept', { name: result.snapshot.name }), 4000);
  return snapshots.refresh(true);
}

/** The argument of the key: the command is about the node that has the focus. */
const focused = 'focused';

/** Removes a run from the history, or deletes a snapshot after a confirmation. */
async function remove(services: HistoryServices, value: unknown): Promise<void> {
  const { requests, history } = services;
  const source = await sourceOf(services, value === focused ? await history.focusedNode() : value);
  if (source?.kind === 'run') {
    history.forget(source.entry.run);
    return;
  }
  if (!source) return;
  const { id, name } = source.snapshot;
  const yes = text('history.delete');
  const question = text('history.deleteQuestion', { name });
  if ((await ask(question, undefined, yes)) !== yes) return;
  const result = await requests.deleteSnapshot({ snapshot: id });
  if ('problem' in result) await history.snapshots.showProblem(result);
  await history.snapshots.refresh(true);
}

/** The commands of snapshots, by their names. */
export const snapshotCommands = (services: HistoryServices): CommandHandlers => ({
  'wikijql.keepSnapshot': async value => keep(services, value),
  'wikijql.history.delete': async value => remove(services, value),
  'wikijql.history.openSnapshot': async id => {
    const { snapshots } = services.history;
    await snapshots.refresh(true);
    const snapshot = snapshots.all.find(candidate => candidate.id === id);
    if (snapshot) return openSnapshot(services, snapshot);
    return showInformation(text('history.snapshotGone'));
  },
});
