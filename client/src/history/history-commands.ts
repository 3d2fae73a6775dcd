/** The commands of the history, of snapshots, and of comparing. */
import * as vscode from 'vscode';
import type { Snapshot } from '../../../server/src/protocol/snapshots.ts';
import type { Requests } from '../requests.ts';
import type { Panels } from '../results/open-panels.ts';
import { isSqlUri } from '../results/sql-view.ts';
import { runQuery } from '../run/run-query.ts';
import { locateQuery } from '../run/locate-query.ts';
import { section } from '../settings.ts';
import { pickComparedSite } from './compared-site.ts';
import { text } from '../texts.ts';
import type { ComparisonDocuments } from './comparison-documents.ts';
import type { History } from './history.ts';
import type { HistoryEntry } from './history-log.ts';
import { isNode, nameOf } from './history-view.ts';
import { pickSource, readSnapshot, type Side, sideOf, type Source } from './comparable-sources.ts';

interface Services {
  readonly requests: Requests;
  readonly panels: Panels;
  readonly history: History;
  readonly documents: ComparisonDocuments;
}

type Command = (...parameters: readonly unknown[]) => Promise<unknown>;

/** Each takes a line of the view, the id of a run or a snapshot, or nothing: then it is the result in front, or one is asked for. */
export function historyCommands({
  requests,
  panels,
  history,
  documents,
}: Services): Readonly<Record<string, Command>> {
  const { log, kept, snapshots } = history;

  /** The run that a command is about. */
  const runOf = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value;
    if (isNode(value)) return value.kind === 'run' ? value.entry.run : undefined;
    const editor = vscode.window.activeTextEditor;
    return (panels.active ?? (editor && panels.of(editor.document.uri)))?.shown;
  };
  const entryOf = (value: unknown): HistoryEntry | undefined => {
    const run = runOf(value);
    return run === undefined ? undefined : log.of(run);
  };
  const withRows = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
    entries.filter(({ run }) => history.hasRows(run));
  /** A line of the view, or what the user picks. */
  const sourceOf = async (value: unknown): Promise<Source | undefined> => {
    if (isNode(value) && value.kind !== 'snapshots') return value;
    await snapshots.refresh(true);
    return pickSource(text('history.pick'), log.entries, snapshots.all);
  };

  const rerun = async ({ about, position }: HistoryEntry): Promise<void> => {
    const uri = vscode.Uri.parse(about.uri, true);
    if (isSqlUri(uri)) {
      await vscode.commands.executeCommand('wikijql.queryWithSql', about.query, true);
      return;
    }
    try {
      const place = await locateQuery(requests, uri, { title: about.title, position });
      await vscode.commands.executeCommand('wikijql.run', about.uri, place);
    } catch {
      void vscode.window.showErrorMessage(
        text('history.fileGone', { file: nameOf({ ...about, title: '' }) }),
      );
    }
  };

  const show = async (entry: HistoryEntry): Promise<void> => {
    const { run, about } = entry;
    const panel = panels.with(run);
    if (panel) {
      panel.bringToFront(run);
      return;
    }
    const left = kept.take(run);
    if (left) {
      const opened = await panels.open(vscode.Uri.parse(about.uri, true));
      opened.bringToFront(run, left);
      return;
    }
    const again = text('session.runAgain');
    const question = text('history.rowsGone', { title: nameOf(about) });
    if ((await vscode.window.showInformationMessage(question, again)) === again) await rerun(entry);
  };

  const openSnapshot = async ({ id, about, name }: Snapshot): Promise<void> => {
    const panel = await panels.open(vscode.Uri.parse(about.uri, true));
    const { site, pageUrl, title } = about;
    const derived = { name: title === '' ? name : title, position: { line: 0, character: 0 }, site, pageUrl };
    const result = await panel.derive(derived, async (run, token) => {
      const opened = await requests.openSnapshot({ run, snapshot: id }, token);
      return opened.status === 'failed' ? opened : { ...opened, title: text('history.asOf', { name }) };
    });
    if (result.status === 'failed') await snapshots.refresh();
  };

  const compare = async (before: Side, after: Side): Promise<void> => {
    const compares = { before: before.name, after: after.name };
    const derived = {
      name: after.query,
      position: after.position,
      site: after.site,
      pageUrl: after.pageUrl,
      compares,
    };
    const title = text('history.comparison', compares);
    const panel = await panels.open(after.uri);
    await panel.derive(derived, (run, token) =>
      requests.compare(
        {
          run,
          title,
          before: { run: before.run, name: before.name },
          after: { run: after.run, name: after.name },
        },
        token,
      ),
    );
  };

  /** Compares with a source, whose rows are read if it is a snapshot. */
  const compareWith = async (source: Source, after: HistoryEntry): Promise<void> => {
    if (source.kind === 'run') return compare(sideOf(source.entry), sideOf(after));
    const before = await readSnapshot(requests, source.snapshot);
    if (before === undefined) return undefined;
    try {
      return await compare(before, sideOf(after));
    } finally {
      await requests.release({ run: before.run });
    }
  };

  /** The run to compare; shows a message if its rows are gone, or if it is not a run of a query. */
  const comparable = (value: unknown): HistoryEntry | undefined => {
    const entry = entryOf(value);
    if (entry && history.hasRows(entry.run)) return entry;
    void vscode.window.showInformationMessage(text(entry ? 'history.gone' : 'history.runFirst'));
    return undefined;
  };

  const keep = async (value: unknown): Promise<void> => {
    const entry = comparable(value);
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
  };

  const remove = async (value: unknown): Promise<void> => {
    const source = await sourceOf(value);
    if (source?.kind === 'run') {
      history.forget(source.entry.run);
      return;
    }
    if (!source) return;
    const { id, name } = source.snapshot;
    const yes = text('history.delete');
    const question = text('history.deleteQuestion', { name });
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    const result = await requests.deleteSnapshot({ snapshot: id });
    if ('problem' in result) await snapshots.showProblem(result);
    await snapshots.refresh(true);
  };

  return {
    'wikijql.history.show': async value => {
      if (typeof value === 'string') {
        const entry = log.of(value);
        return entry && show(entry);
      }
      const source = await sourceOf(value);
      if (!source) return undefined;
      return source.kind === 'run' ? show(source.entry) : openSnapshot(source.snapshot);
    },
    'wikijql.history.openSnapshot': async id => {
      await snapshots.refresh(true);
      const found = snapshots.all.find(snapshot => snapshot.id === id);
      if (found) return openSnapshot(found);
      return vscode.window.showInformationMessage(text('history.snapshotGone'));
    },
    'wikijql.history.rerun': async value => {
      const source = await sourceOf(value);
      return source?.kind === 'run' ? rerun(source.entry) : undefined;
    },
    'wikijql.history.compareWith': async value => {
      const first = await sourceOf(value);
      if (!first) return undefined;
      await snapshots.refresh();
      const own = first.kind === 'run' ? first.entry.run : '';
      const runs = withRows(log.entries).filter(({ run }) => run !== own);
      if (first.kind === 'run') {
        const after = comparable(first.entry.run);
        const before = after && (await pickSource(text('history.pickBefore'), runs, snapshots.all));
        return before && after && compareWith(before, after);
      }
      const after = await pickSource(text('history.pickAfter'), runs, []);
      return after?.kind === 'run' ? compareWith(first, after.entry) : undefined;
    },
    'wikijql.history.delete': remove,
    'wikijql.history.clear': async () => history.clear(),
    'wikijql.history.turnOff': async () => {
      const configuration = vscode.workspace.getConfiguration(section);
      await configuration.update('history.enabled', false, vscode.ConfigurationTarget.Global);
      history.clear();
    },
    'wikijql.history.turnOn': async () =>
      vscode.workspace
        .getConfiguration(section)
        .update('history.enabled', true, vscode.ConfigurationTarget.Global),
    'wikijql.comparePrevious': async value => {
      const after = comparable(value);
      if (!after) return undefined;
      const [before] = withRows(log.before(after.run));
      if (before) return compare(sideOf(before), sideOf(after));
      return vscode.window.showInformationMessage(text('history.noPrevious'));
    },
    'wikijql.compareSnapshot': async value => {
      const after = comparable(value);
      if (!after) return undefined;
      await snapshots.refresh(true);
      if (snapshots.all.length === 0)
        return vscode.window.showInformationMessage(text('history.noSnapshots'));
      const before = await pickSource(text('history.pickBefore'), [], snapshots.all);
      return before && compareWith(before, after);
    },
    'wikijql.compareSite': async value => {
      const before = comparable(value);
      if (!before) return undefined;
      if (isSqlUri(vscode.Uri.parse(before.about.uri, true)))
        return vscode.window.showInformationMessage(text('history.sqlHasNoSite'));
      const site = await pickComparedSite(before);
      if (site === undefined) return undefined;
      const { about, position } = before;
      const uri = vscode.Uri.parse(about.uri, true);
      const place = await locateQuery(requests, uri, { title: about.title, position });
      const result = await runQuery({ uri, position: place }, requests, panels, site);
      const after = result && result.status !== 'failed' ? log.of(result.run) : undefined;
      return after && compare(sideOf(before), sideOf(after));
    },
    'wikijql.keepSnapshot': keep,
    'wikijql.showComparisonText': async value => {
      const run = runOf(value);
      const found = run === undefined ? undefined : panels.with(run)?.runs.get(run);
      if (found?.compares) return documents.show(found.id, found.title, found.compares);
      return vscode.window.showInformationMessage(text('history.noComparison'));
    },
  };
}
