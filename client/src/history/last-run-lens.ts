/**
 * Lenses over queries with the count and time of their last run, and the state of their watch, beside those of the
 * server, without a request.
 */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { accepts, object } from '#shared/protocol/schema.ts';
import type { RunStatus } from '#shared/protocol/run.ts';
import type { WatchedQuery } from '../watch/watch-schedule.ts';
import { counted, text } from '../texts.ts';
import { elapsed } from './elapsed.ts';
import type { HistoryEntry, HistoryLog } from './history-log.ts';

/** Milliseconds after which the times are updated. */
const minute = 60_000;

/** The last run of a query, and the current line of the query. */
interface Mark {
  readonly run: string;
  line: number;
}

export class LastRunLens implements vscode.Disposable {
  readonly #log: HistoryLog;
  readonly #marks = new Map<string, Mark[]>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #watchTitle: (query: WatchedQuery) => string | undefined = () => undefined;
  /** The texts that are shown, by document. */
  readonly #shown = new Map<string, string>();
  /** Fires when the lenses have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(log: HistoryLog) {
    this.#log = log;
    for (const entry of log.entries) this.#addMark(entry);
    const timer = setInterval(() => this.#tick(), minute);
    this.#subscriptions = [
      this.#changed,
      { dispose: () => clearInterval(timer) },
      log.onDidChange(() => {
        for (const entry of log.entries) this.#addMark(entry);
        this.#changed.fire();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.#follow(document.uri.toString(), contentChanges),
      ),
    ];
  }

  /**
   * Shows the states of watches from now on.
   *
   * @param titleOf the lens of a watched query; `undefined` = it is not watched @param onDidChange fires when one has changed
   */
  showWatches(titleOf: (query: WatchedQuery) => string | undefined, onDidChange: vscode.Event<void>): void {
    this.#watchTitle = titleOf;
    this.#subscriptions.push(onDidChange(() => this.#changed.fire()));
  }

  /** The server’s lenses of a document, with the lens of the last run of each query before its “…”. */
  withLastRuns(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
    const uri = document.uri.toString();
    const marks = (this.#marks.get(uri) ?? []).filter(({ run }) => this.#log.find(run)?.about.uri === uri);
    const lines = [...new Set(lenses.map(({ range }) => range.start.line))].toSorted(
      (one, other) => one - other,
    );
    const lastRuns = lines.flatMap((line, index): (readonly [line: number, last: HistoryEntry])[] => {
      const next = lines[index + 1] ?? document.lineCount;
      const entries = marks
        .filter(mark => (mark.line >= line || index === 0) && mark.line < next)
        .flatMap(({ run }) => this.#log.find(run) ?? []);
      const last = entries.toSorted((one, other) => other.about.ran - one.about.ran)[0];
      return last ? [[line, last]] : [];
    });
    const runs = new Map(lastRuns.map(([line, { run }]) => [line, run]));
    const mores = lenses.filter(isMore).map(({ range, command }) => {
      const subject = [...(command?.arguments ?? []), runs.get(range.start.line)];
      return new vscode.CodeLens(range, command && { ...command, arguments: subject });
    });
    return [
      ...lenses.filter(lens => !isMore(lens)).map(lens => this.#withWatch(lens, uri)),
      ...lastRuns.map(([line, last]) => {
        // The editor sorts lenses by their columns: the first stays where it is.
        const { character } = lenses.find(({ range }) => range.start.line === line)!.range.start;
        return this.#lensOf(last, new vscode.Range(line, character, line, character));
      }),
      ...mores,
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** A lens, with the state of its query's watch as its title if it is the one that watches. */
  #withWatch(lens: vscode.CodeLens, uri: string): vscode.CodeLens {
    const { command, range } = lens;
    const query: unknown = command?.arguments?.[2];
    if (command?.command !== 'wikijql.watch' || !isQuery(query)) return lens;
    const title = this.#watchTitle({ uri, ...query });
    return title === undefined ? lens : new vscode.CodeLens(range, { ...command, title });
  }

  #lensOf(entry: HistoryEntry, range: vscode.Range): vscode.CodeLens {
    const title = titleOf(entry, Date.now());
    this.#shown.set(entry.run, title);
    return new vscode.CodeLens(range, {
      title,
      tooltip: text('history.lensHint'),
      command: 'wikijql.history.show',
      arguments: [entry.run],
    });
  }

  #addMark({ run, about, position }: HistoryEntry): void {
    const marks = this.#marks.get(about.uri) ?? [];
    if (marks.some(mark => mark.run === run)) return;
    this.#marks.set(about.uri, [...marks, { run, line: position.line }]);
  }

  /** Moves the marks with their lines after an edit. */
  #follow(uri: string, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const mark of this.#marks.get(uri) ?? [])
      for (const { range, text: added } of changes) {
        if (range.start.line >= mark.line) continue;
        const lines = added.split('\n').length - 1 - (range.end.line - range.start.line);
        mark.line = Math.max(range.start.line, mark.line + lines);
      }
  }

  /** Fires if a shown time has changed. */
  #tick(): void {
    const now = Date.now();
    const isOld = [...this.#shown].some(([run, title]) => {
      const entry = this.#log.find(run);
      return entry !== undefined && titleOf(entry, now) !== title;
    });
    if (isOld) this.#changed.fire();
  }
}

/** Whether a lens's argument is the query that it watches, as the server names it. */
const isQuery = accepts(object({ title: v.string(), index: v.number() }));

const isMore = ({ command }: vscode.CodeLens): boolean => command?.command === 'wikijql.more';

const isWhole: ReadonlySet<RunStatus> = new Set(['complete', 'more']);

const titleOf = ({ about: { rows, status, ran: ranAt } }: HistoryEntry, now: number): string =>
  text(
    isWhole.has(status) ? 'history.lens' : `history.lens.${status === 'failed' ? 'failed' : 'incomplete'}`,
    {
      rows: counted('row', rows),
      time: elapsed(ranAt, now),
    },
  );
