/** The commands of the history, of snapshots, and of comparing. */
import * as vscode from 'vscode';
import type { CommandHandlers } from '../command-handlers.ts';
import { section } from '../settings.ts';
import { type HistoryServices, sourceOf } from './command-subject.ts';
import { compareCommands } from './compare-commands.ts';
import { openEntry, openSnapshot, rerun } from './open-history-entry.ts';
import { snapshotCommands } from './snapshot-commands.ts';

const enable = (isEnabled: boolean): Thenable<void> =>
  vscode.workspace
    .getConfiguration(section)
    .update('history.enabled', isEnabled, vscode.ConfigurationTarget.Global);

/**
 * The commands of the history. Each gets a node of the view, or nothing: then the user picks one. **Show** also takes the
 * id of a run.
 */
export const historyCommands = (services: HistoryServices): CommandHandlers => ({
  'wikijql.history.show': async value => {
    if (typeof value === 'string') {
      const entry = services.history.log.find(value);
      return entry && openEntry(services, entry);
    }
    const source = await sourceOf(services, value);
    if (!source) return undefined;
    return source.kind === 'run'
      ? openEntry(services, source.entry)
      : openSnapshot(services, source.snapshot);
  },
  'wikijql.history.rerun': async value => {
    const source = await sourceOf(services, value);
    return source?.kind === 'run' ? rerun(services, source.entry) : undefined;
  },
  'wikijql.history.clear': async () => services.history.clear(),
  'wikijql.history.turnOff': async () => {
    await enable(false);
    services.history.clear();
  },
  'wikijql.history.turnOn': async () => enable(true),
  ...compareCommands(services),
  ...snapshotCommands(services),
});
