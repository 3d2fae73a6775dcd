/** Finds the subject of a command of the history: a node of the view, the id of a run, or the result in front. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import type { Panels } from '../results/open-panels.ts';
import { text } from '../texts.ts';
import { pickSource, type Source } from './comparable-sources.ts';
import type { ComparisonDocuments } from './comparison-documents.ts';
import type { History } from './run-history.ts';
import type { HistoryEntry } from './history-log.ts';
import { isNode } from './history-view.ts';
import { showInformation } from '../user-messages.ts';

/** The services that the commands of the history use. */
export interface HistoryServices {
  readonly requests: Requests;
  readonly panels: Panels;
  readonly history: History;
  readonly comparisons: ComparisonDocuments;
}

/** The run that a command is about; `undefined` = none. */
export function runOf({ panels }: Pick<HistoryServices, 'panels'>, argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (isNode(argument)) return argument.kind === 'run' ? argument.entry.run : undefined;
  const editor = vscode.window.activeTextEditor;
  return (panels.active ?? (editor && panels.of(editor.document.uri)))?.shown;
}

/** The source of a node, or the one that the user picks. */
export async function sourceOf(
  { history: { log, snapshots } }: Pick<HistoryServices, 'history'>,
  argument: unknown,
): Promise<Source | undefined> {
  if (isNode(argument) && argument.kind !== 'snapshots') return argument;
  await snapshots.refresh(true);
  return pickSource(text('history.pick'), log.entries, snapshots.all);
}

/** The run to compare or keep. Shows a message if its rows are gone, or if it is not a run of a query. */
export function entryWithRows(
  services: Pick<HistoryServices, 'panels' | 'history'>,
  argument: unknown,
): HistoryEntry | undefined {
  const { history } = services;
  const run = runOf(services, argument);
  const entry = run === undefined ? undefined : history.log.find(run);
  if (entry && history.hasRows(entry.run)) return entry;
  void showInformation(text(entry ? 'history.gone' : 'history.runFirst'));
  return undefined;
}
