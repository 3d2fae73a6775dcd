/** The runs of this workspace, stored in its state: limited in number, and without secrets. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { positionSchema } from '#shared/protocol/notice.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import { list, object } from '#shared/protocol/schema.ts';
import { ranQuerySchema } from '#shared/protocol/snapshots.ts';
import { advancedSettings, section } from '../settings.ts';

const entrySchema = object({
  /** The id of the run, whose rows may be gone. */
  run: v.string(),
  position: positionSchema,
  about: ranQuerySchema,
});
/** A run in the history. */
export type HistoryEntry = v.InferOutput<typeof entrySchema>;

const key = 'wikijql.history';
/** The maximum length of a query that is stored, in characters. */
const maxQueryLength = 2000;

/** The runs, the latest first. */
export class HistoryLog implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  #entries: readonly HistoryEntry[];
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const stored: unknown = memento.get(key);
    this.#entries = v.is(list(entrySchema), stored) ? stored : [];
  }

  static get isOn(): boolean {
    return vscode.workspace.getConfiguration(section).get<boolean>('history.enabled', true);
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  find(run: string): HistoryEntry | undefined {
    return this.#entries.find(entry => entry.run === run);
  }

  /** Adds a run, or replaces it if the log has it already. */
  add(entry: HistoryEntry): void {
    if (!HistoryLog.isOn) return;
    const others = this.#entries.filter(({ run }) => run !== entry.run);
    this.#replace([entry, ...others].slice(0, advancedSettings().historyEntries));
  }

  /** Updates the entries of a renamed file. */
  changeUri(from: string, to: string): void {
    const moved = ({ about, ...entry }: HistoryEntry): HistoryEntry => ({
      ...entry,
      about: { ...about, uri: to },
    });
    if (this.#entries.some(({ about }) => about.uri === from))
      this.#replace(this.#entries.map(entry => (entry.about.uri === from ? moved(entry) : entry)));
  }

  delete(run: string): void {
    this.#replace(this.#entries.filter(entry => entry.run !== run));
  }

  clear(): void {
    this.#replace([]);
  }

  /** The earlier runs of the same query, the latest first: in the same file, with the same title or the same text. */
  earlierRuns(run: string): readonly HistoryEntry[] {
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

/** The history entry of a run that has ended; `undefined` = nothing was sent. */
export function entryOf(
  uri: string,
  position: HistoryEntry['position'],
  result: RunResult,
  ranAt: number,
): HistoryEntry | undefined {
  const { run, asked: recorded, site, pageUrl, rows, requests, total, status, milliseconds } = result;
  if (recorded === undefined) return undefined;
  return {
    run,
    position,
    about: {
      title: recorded.title,
      uri,
      query: recorded.query.slice(0, maxQueryLength).toWellFormed(),
      ...(site && { site }),
      ...(pageUrl !== undefined && { pageUrl }),
      rows,
      requests,
      ...(total !== undefined && { total }),
      status,
      milliseconds,
      ran: ranAt,
    },
  };
}
