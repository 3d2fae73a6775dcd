/** The sources of comparisons: runs whose rows are stored, and snapshots, whose rows are read first. */
import * as vscode from 'vscode';
import type { Position } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { RanQuery, Snapshot } from '#shared/protocol/snapshots.ts';
import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';
import type { ComparisonNames } from '../results/runs.ts';
import { elapsed } from './elapsed.ts';
import type { HistoryEntry } from './history-log.ts';
import { nameOf, summaryOf } from './history-view.ts';
import { showError, showInformation } from '../user-messages.ts';

export type Source =
  | { readonly kind: 'run'; readonly entry: HistoryEntry }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot };

/** One side of a comparison: a run with rows, and the place of its query. */
export interface Side {
  readonly run: string;
  /** The time of the run, or the name of the snapshot. */
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly position: Position;
  readonly title: string;
  readonly site: Site | undefined;
  readonly pageUrl: string | undefined;
  /** Whether the site has more rows than the run. */
  readonly isPartial: boolean;
}

/** The side of a comparison for a run. */
export const sideOf = (entry: HistoryEntry): Side => ({
  run: entry.run,
  name: new Date(entry.about.ran).toLocaleTimeString(),
  uri: vscode.Uri.parse(entry.about.uri, true),
  position: entry.position,
  title: entry.about.title,
  site: entry.about.site,
  pageUrl: entry.about.pageUrl,
  isPartial: isPartial(entry.about),
});

/** Whether the site has more rows than a run. */
const isPartial = ({ status }: Pick<RanQuery, 'status'>): boolean => status !== 'complete';

/** The names that tell two sides from each other: those of their queries and sites only where these differ. */
export function sideNames(before: Side, after: Side): ComparisonNames {
  const isOneTitle = before.title === after.title;
  const isOneSite = before.site?.name === after.site?.name;
  const nameOfSide = ({ title, site, name }: Side): string =>
    [isOneTitle ? '' : title, isOneSite ? '' : site?.name, name].filter(Boolean).join(', ');
  return { before: nameOfSide(before), after: nameOfSide(after) };
}

/** The name of a snapshot without the title of its query, with which a proposed name begins. */
function nameAfterTitle({ name, about }: Snapshot): string {
  const beginning = text('history.keepName', { title: nameOf(about), date: '' });
  return name.startsWith(beginning) ? name.slice(beginning.length) : name;
}

/**
 * Reads a snapshot as a run without a panel, which the caller releases. `undefined` = it could not be read, and the
 * reason was shown.
 */
export async function readSnapshot(
  requests: Pick<Requests, 'openSnapshot'>,
  snapshot: Snapshot,
): Promise<Side | undefined> {
  const { id, about } = snapshot;
  const run = crypto.randomUUID();
  const options = { location: vscode.ProgressLocation.Window, title: text('history.reading') };
  const result = await vscode.window.withProgress(options, (_, token) =>
    requests.openSnapshot({ run, snapshot: id }, token),
  );
  const problem = result.notices.find(({ severity }) => severity === 'error');
  if (problem) {
    void showError(problem.message);
    return undefined;
  }
  const uri = vscode.Uri.parse(about.uri, true);
  // A snapshot does not know its place.
  const position = { line: 0, character: 0 };
  const name = nameAfterTitle(snapshot);
  return {
    run,
    name,
    uri,
    position,
    title: about.title,
    site: about.site,
    pageUrl: about.pageUrl,
    isPartial: isPartial(about),
  };
}

interface SourceItem extends vscode.QuickPickItem {
  readonly source?: Source;
}

/** Asks the user for a source. `undefined` = cancelled, or no source, which is shown. */
export async function pickSource(
  placeHolder: string,
  runs: readonly HistoryEntry[],
  snapshots: readonly Snapshot[],
): Promise<Source | undefined> {
  const runItems = runs.map((entry): SourceItem => ({
    label: nameOf(entry.about),
    description: summaryOf(entry.about, entry.about.ran),
    iconPath: new vscode.ThemeIcon('history'),
    source: { kind: 'run', entry },
  }));
  const snapshotItems = snapshots.map((snapshot): SourceItem => ({
    label: snapshot.name,
    description: `${nameOf(snapshot.about)} · ${elapsed(snapshot.kept, Date.now())}`,
    iconPath: new vscode.ThemeIcon('save'),
    source: { kind: 'snapshot', snapshot },
  }));
  const items = [
    ...(snapshotItems.length > 0 ? [separator(text('history.snapshots')), ...snapshotItems] : []),
    ...(runItems.length > 0 ? [separator(text('history.runs')), ...runItems] : []),
  ];
  if (items.length === 0) {
    void showInformation(text('history.nothingToCompare'));
    return undefined;
  }
  const options = { placeHolder, matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options))?.source;
}

const separator = (label: string): SourceItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
