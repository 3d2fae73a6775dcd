/** The commands that compare runs with other runs and with snapshots. */
import * as vscode from 'vscode';
import type { RunResult } from '#shared/protocol/run.ts';
import { isClosedDraft, runInNewDraft } from '../run/closed-draft.ts';
import { isSqlUri } from '../results/sql-view.ts';
import { locateQuery } from '../run/run-target.ts';
import { runQuery } from '../run/run-query.ts';
import type { CommandHandlers } from '../command-handlers.ts';
import { text } from '../texts.ts';
import { entryWithRows, type HistoryServices, runOf, sourceOf } from './command-subject.ts';
import { pickSource, readSnapshot, type Side, sideNames, sideOf, type Source } from './comparable-sources.ts';
import type { HistoryEntry } from './history-log.ts';
import { sitesNow } from '../sites/add-site.ts';
import { showInformation } from '../user-messages.ts';

/** Shows what is different between two sides. @param again makes the comparison again */
async function compare(
  { requests, panels }: Pick<HistoryServices, 'requests' | 'panels'>,
  before: Side,
  after: Side,
  again: () => Promise<unknown>,
): Promise<void> {
  const compares = sideNames(before, after);
  const { title: name, position, site, pageUrl } = after;
  const title = text('history.comparison', { title: name, ...compares });
  const panel = await panels.open(after.uri);
  await panel.derive({ name, position, site, pageUrl, compares, again }, (run, token) =>
    requests.compare(
      {
        run,
        title,
        before: { run: before.run, name: compares.before, isPartial: before.isPartial },
        after: { run: after.run, name: compares.after, isPartial: after.isPartial },
      },
      token,
    ),
  );
}

/** Compares a run with a source; the rows of a snapshot are read first. */
async function compareWith(services: HistoryServices, source: Source, after: HistoryEntry): Promise<void> {
  const again = async (): Promise<unknown> => {
    if (source.kind === 'run' && !entryWithRows(services, source.entry.run)) return undefined;
    const next = await runAgain(services, after);
    return next && compareWith(services, source, next);
  };
  if (source.kind === 'run') return compare(services, sideOf(source.entry), sideOf(after), again);
  const before = await readSnapshot(services.requests, source.snapshot);
  if (before === undefined) return undefined;
  try {
    return await compare(services, before, sideOf(after), again);
  } finally {
    await services.requests.release({ run: before.run });
  }
}

/** Runs the query of an entry again, at the same site unless another one is given. */
async function runAgain(
  { requests, panels, history }: HistoryServices,
  { about, position }: HistoryEntry,
  site = about.site?.name,
): Promise<HistoryEntry | undefined> {
  const uri = vscode.Uri.parse(about.uri, true);
  const run = async (): Promise<RunResult | undefined> => {
    if (isSqlUri(uri)) return (await panels.open(uri)).runSql(about.query);
    if (isClosedDraft(uri)) return runInNewDraft(about);
    const place = await locateQuery(requests, uri, { title: about.title, position });
    return runQuery({ uri, position: place }, requests, panels, site);
  };
  const result = await run();
  return result && result.status !== 'failed' ? history.log.find(result.run) : undefined;
}

/** Runs the query of an entry at another site, and compares the results. */
async function compareSites(services: HistoryServices, before: HistoryEntry): Promise<unknown> {
  if (isSqlUri(vscode.Uri.parse(before.about.uri, true)))
    return showInformation(text('history.sqlHasNoSite'));
  const site = await pickComparedSite(before);
  if (site === undefined) return undefined;
  const after = await runAgain(services, before, site);
  return after && compareWith(services, { kind: 'run', entry: before }, after);
}

/** The commands of comparisons, by their names. */
export function compareCommands(services: HistoryServices): CommandHandlers {
  const { panels, history, comparisons } = services;
  const { log, snapshots } = history;
  const withRows = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
    entries.filter(({ run }) => history.hasRows(run));
  return {
    'wikijql.history.compareWith': async value => {
      const first = await sourceOf(services, value);
      if (!first) return undefined;
      await snapshots.refresh();
      const firstRun = first.kind === 'run' ? first.entry.run : '';
      const runs = withRows(log.entries).filter(({ run }) => run !== firstRun);
      if (first.kind === 'run') {
        const after = entryWithRows(services, first.entry.run);
        const before = after && (await pickSource(text('history.pickBefore'), runs, snapshots.all));
        return before && after && compareWith(services, before, after);
      }
      const after = await pickSource(text('history.pickAfter'), runs, []);
      return after?.kind === 'run' ? compareWith(services, first, after.entry) : undefined;
    },
    'wikijql.comparePrevious': async value => {
      const after = entryWithRows(services, value);
      if (!after) return undefined;
      const [before] = withRows(log.earlierRuns(after.run));
      if (before) return compareWith(services, { kind: 'run', entry: before }, after);
      return showInformation(text('history.noPrevious'));
    },
    'wikijql.compareSnapshot': async value => {
      const after = entryWithRows(services, value);
      if (!after) return undefined;
      await snapshots.refresh(true);
      if (snapshots.all.length === 0) return showInformation(text('history.noSnapshots'));
      const before = await pickSource(text('history.pickBefore'), [], snapshots.all);
      return before && compareWith(services, before, after);
    },
    'wikijql.compareSite': async value => {
      const before = entryWithRows(services, value);
      return before && compareSites(services, before);
    },
    'wikijql.showComparisonText': async value => {
      const run = runOf(services, value);
      const compared = run === undefined ? undefined : panels.showing(run)?.runs.get(run);
      if (compared?.compares) return comparisons.show(compared.id, compared.title, compared.compares);
      return showInformation(text('history.noComparison'));
    },
  };
}

/**
 * Asks at which site a query runs again for a comparison: another site of the same kind, or the same one with another
 * account, with which the user signs in first. Returns its name; `undefined` = cancelled.
 */
async function pickComparedSite({ about }: HistoryEntry): Promise<string | undefined> {
  const site = about.site;
  const others = Object.entries(sitesNow())
    .filter(([name, { kind }]) => name !== site?.name && kind === site?.kind)
    .map(([label, { url }]) => ({ label, detail: url, site: label }));
  const account = site
    ? [
        {
          label: text('history.otherAccount', { site: site.name }),
          detail: text('history.otherAccountHint'),
          site: '',
        },
      ]
    : [];
  const chosen = await vscode.window.showQuickPick([...others, ...account], {
    placeHolder: text('history.pickSite'),
    matchOnDetail: true,
  });
  if (chosen === undefined || site === undefined) return undefined;
  if (chosen.site !== '') return chosen.site;
  const session = await vscode.commands.executeCommand<string | undefined>(
    'wikijql.switchAccount',
    site.name,
  );
  return session === undefined ? undefined : site.name;
}
