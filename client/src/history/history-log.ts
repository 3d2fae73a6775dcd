/** What ran in this workspace: kept in its state, bounded, and without anything secret. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { positionSchema } from '../../../server/src/protocol/notice.ts';
import type { RunResult } from '../../../server/src/protocol/run.ts';
import { list, object } from '../../../server/src/protocol/schema.ts';
import { ranQuerySchema } from '../../../server/src/protocol/snapshots.ts';
import { section } from '../settings.ts';

const entrySchema = object({
  /** Of the run; its rows may be gone. */
  run: v.string(),
  position: positionSchema,
  about: ranQuerySchema,
});
/** A run of the past. */
export type HistoryEntry = v.InferOutput<typeof entrySchema>;

const key = 'wikijql.history';
/** Characters of a query that are kept. */
const longestQuery = 2000;

/** The runs, the latest first. */
export class HistoryLog implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  #entries: readonly HistoryEntry[];
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const kept: unknown = memento.get(key);
    this.#entries = v.is(list(entrySchema), kept) ? kept : [];
  }

  static get isOn(): boolean {
    return vscode.workspace.getConfiguration(section).get<boolean>('history.enabled', true);
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  of(run: string): HistoryEntry | undefined {
    return this.#entries.find(entry => entry.run === run);
  }

  /** Adds a run, or what it has now where it is known already. */
  add(entry: HistoryEntry): void {
    if (!HistoryLog.isOn) return;
    const others = this.#entries.filter(({ run }) => run !== entry.run);
    const most = vscode.workspace.getConfiguration(section).get<number>('history.maximumEntries', 100);
    this.#replace([entry, ...others].slice(0, Math.max(1, most)));
  }

  delete(run: string): void {
    this.#replace(this.#entries.filter(entry => entry.run !== run));
  }

  clear(): void {
    this.#replace([]);
  }

  /** The runs of the same query before one, the latest first: of that title in that file, or of the same text. */
  before(run: string): readonly HistoryEntry[] {
    const index = this.#entries.findIndex(entry => entry.run === run);
    const entry = this.#entries[index];
    return entry ? this.#entries.slice(index + 1).filter(other => isSameQuery(other, entry)) : [];
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #replace(entries: readonly HistoryEntry[]): void {
    this.#entries = entries;
    void this.#memento.update(key, entries.length > 0 ? entries : undefined);
    this.#changed.fire();
  }
}

const isSameQuery = ({ about: one }: HistoryEntry, { about: other }: HistoryEntry): boolean =>
  one.uri === other.uri && (one.query === other.query || (one.title !== '' && one.title === other.title));

/** What is remembered of a run that has ended; `undefined` = nothing was sent. */
export function entryOf(
  uri: string,
  position: HistoryEntry['position'],
  result: RunResult,
  ran: number,
): HistoryEntry | undefined {
  const { run, asked, site, pageUrl, rows, requests, total, status, milliseconds } = result;
  if (asked === undefined) return undefined;
  return {
    run,
    position,
    about: {
      title: asked.title,
      uri,
      query: asked.query.slice(0, longestQuery).toWellFormed(),
      ...(site && { site }),
      ...(pageUrl !== undefined && { pageUrl }),
      rows,
      requests,
      ...(total !== undefined && { total }),
      status,
      milliseconds,
      ran,
    },
  };
}
