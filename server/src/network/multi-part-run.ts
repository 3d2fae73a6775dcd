/** Makes a run of several requests, whose rows are one result. */
import type { Notice } from '#shared/protocol/notice.ts';
import type { Column, RunStatus, TableHeader } from '#shared/protocol/run.ts';
import type { TablePart } from '../results/store/result-table.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { MessageList } from './message-list.ts';
import { commonNotices } from './network-notices.ts';
import { RowMatcher } from './row-matcher.ts';
import type { AddedCells, RunPart, RunParts } from '#shared/protocol/request.ts';
import type { RunProgress, RunOutcome } from './backend.ts';
import type { RowSink, SiteRun } from './site-run.ts';
import { maximumColumns, maximumTables, maxShown } from './table/columns.ts';

/** A part that has started. */
interface Begun {
  readonly part: RunPart;
  readonly run: SiteRun;
  readonly matcher: RowMatcher;
  /** Rows requested of it so far. */
  wanted: number;
  /** Its last report; absent = none yet. */
  outcome?: RunOutcome;
  progress: RunProgress;
}

/** One table of the result: the rows of all parts, in the order in which they arrive. */
interface JoinedTable {
  header: TableHeader;
  /** Its columns without the added ones. */
  ownColumns: readonly Column[];
  /** The added columns in which some row has several values. */
  lists: ReadonlySet<string>;
  rows: number;
  /** The places of its rows, by part. */
  readonly places: Map<number, number[]>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const nothing: Pick<AddedCells, 'columns' | 'after'> = { columns: [] };

/** By how much one number exceeds another; both can be infinite. */
const difference = (one: number, other: number): number => (one === other ? 0 : one - other);

const none: RunProgress = { rows: 0, requests: 0 };

/** A run of several requests, made one after another: their rows are one result, each with the cells that its part adds. */
export class MultiPartRun implements SiteRun {
  readonly #parts: RunParts;
  readonly #begin: (part: RunPart) => SiteRun;
  readonly #begun: Begun[] = [];
  readonly #tables = new Map<string, JoinedTable>();
  /** Tables or columns were left out. */
  #isCut = false;
  /** Rows requested so far: of each part, or of all together. An interrupted run continues up to them. */
  #wanted = 0;

  constructor(parts: RunParts, begin: (part: RunPart) => SiteRun) {
    this.#parts = parts;
    this.#begin = begin;
  }

  async advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome> {
    this.#wanted += rows;
    for (const [index, part] of this.#parts.list.entries()) {
      const begun = (this.#begun[index] ??= this.#start(part));
      if (begun.outcome?.status === 'complete') continue;
      const rowsLeft = difference(this.#wanted, this.#progress.rows);
      if (rowsLeft <= 0 && !this.#parts.areIndependent) break;
      const more = this.#parts.areIndependent
        ? difference(this.#wanted, begun.wanted)
        : difference(rowsLeft, Math.max(0, difference(begun.wanted, begun.progress.rows)));
      begun.wanted += Math.max(0, more);
      begun.outcome = await begun.run.advance(Math.max(0, more), this.#sinkOf(index, begun, sink), signal);
      begun.progress = begun.outcome;
      if (begun.outcome.status === 'complete') begun.matcher.release();
      if (!this.#canContinue(begun.outcome, signal)) break;
    }
    return this.#outcome(signal);
  }

  /** The responses as a list, since they belong to several requests. */
  merge(responses: readonly JsonObject[]): JsonObject {
    return { responses: [...responses] };
  }

  #canContinue({ status }: RunOutcome, signal: AbortSignal): boolean {
    if (signal.aborted) return false;
    return this.#parts.areIndependent || status === 'complete';
  }

  #start(part: RunPart): Begun {
    return { part, run: this.#begin(part), matcher: new RowMatcher(part.added), wanted: 0, progress: none };
  }

  #sinkOf(index: number, begun: Begun, sink: RowSink): RowSink {
    return {
      rows: part => {
        const { matcher } = begun;
        for (const rows of this.#joinRows(index, matcher.addCells(part), begun)) sink.rows(rows);
        for (const again of matcher.reassignRenamed(part))
          for (const rows of this.#joinRows(index, again, begun)) sink.rows(rows);
      },
      progress: progress => {
        begun.progress = progress;
        sink.progress({ ...this.#progress, ...(progress.wait && { wait: progress.wait }) });
      },
    };
  }

  get #progress(): RunProgress {
    const reported = this.#begun.map(({ progress }) => progress);
    return {
      rows: sum(reported.map(({ rows }) => rows)),
      requests: sum(reported.map(({ requests }) => requests)),
    };
  }

  /** The rows of a part at their places in the result. */
  #joinRows(index: number, { table, offset, rows }: TablePart, begun: Begun): readonly TablePart[] {
    const joined = this.#tableOf(table, begun);
    if (joined === undefined) return [];
    const places = joined.places.get(index) ?? [];
    joined.places.set(index, places);
    const parts: { offset: number; rows: TablePart['rows'][number][] }[] = [];
    for (const [at, row] of rows.entries()) {
      const place = (places[offset + at] ??= joined.rows++);
      const last = parts.at(-1);
      if (last && last.offset + last.rows.length === place) last.rows.push(row);
      else parts.push({ offset: place, rows: [row] });
    }
    const { header } = joined;
    if (parts.length === 0) return [{ table: header, offset: joined.rows, rows: [] }];
    return parts.map(part => ({ table: header, ...part }));
  }

  /** The table of the result for a table of a part; `undefined` = there are too many. */
  #tableOf(table: TableHeader, { part, matcher }: Begun): JoinedTable | undefined {
    const existing = this.#tables.get(table.id);
    if (existing === undefined && this.#tables.size >= maximumTables) {
      this.#isCut = true;
      return undefined;
    }
    const { columns: first, after = [] } = matcher.adds(table.id) ? part.added : nothing;
    const all = withColumns(existing?.ownColumns ?? [], table.columns);
    this.#isCut ||= all.length > maximumColumns;
    const ownColumns = all.slice(0, maximumColumns);
    const lists = new Set([...(existing?.lists ?? []), ...matcher.lists]);
    const columns = withColumns(withColumns(first, ownColumns), after).map(column =>
      lists.has(column.key) ? { ...column, type: 'json' as const } : column,
    );
    const header = { ...table, columns };
    if (existing) {
      existing.header = header;
      existing.ownColumns = ownColumns;
      existing.lists = lists;
      return existing;
    }
    const joined: JoinedTable = { header, ownColumns, lists, rows: 0, places: new Map() };
    this.#tables.set(table.id, joined);
    return joined;
  }

  #outcome(signal: AbortSignal): RunOutcome {
    const outcomes = this.#begun.flatMap(({ outcome }) => outcome ?? []);
    const [errors, warnings] = [new MessageList(), new MessageList()];
    for (const outcome of outcomes) {
      errors.add(outcome.errors);
      warnings.add(outcome.warnings);
    }
    const restricted = sum(outcomes.map(outcome => outcome.restricted ?? 0));
    const waits = outcomes.flatMap(({ retryAfter }) => retryAfter ?? []);
    return {
      ...this.#progress,
      status: this.#status(outcomes, signal),
      milliseconds: sum(outcomes.map(({ milliseconds }) => milliseconds)),
      bytes: sum(outcomes.map(({ bytes = 0 }) => bytes)),
      waited: sum(outcomes.map(({ waited = 0 }) => waited)),
      errors: errors.list,
      warnings: warnings.list,
      notices: [...outcomes.flatMap(({ notices }) => notices), ...this.#failures(), ...this.#cuts(outcomes)],
      ...(restricted > 0 && { restricted }),
      ...(waits.length > 0 && { retryAfter: Math.max(...waits) }),
    };
  }

  /** Reports that the joined tables lack something, unless a part has reported it. */
  #cuts(outcomes: readonly RunOutcome[]): Notice[] {
    const isReported = outcomes.some(({ notices }) => notices.some(({ code }) => code === 'manyColumns'));
    if (!this.#isCut || isReported) return [];
    const sites = new Set(this.#begun.map(({ part }) => part.site.name));
    return [commonNotices.of('manyColumns', { site: [...sites].join(', '), ...maxShown })];
  }

  /** Reports which sites failed, since their own messages need not name them. */
  #failures(): Notice[] {
    if (!this.#parts.areIndependent) return [];
    return this.#begun.flatMap(({ part, outcome }) =>
      outcome?.status === 'failed' || outcome?.status === 'incomplete'
        ? [commonNotices.of('partFailed', { site: part.site.name })]
        : [],
    );
  }

  #status(outcomes: readonly RunOutcome[], signal: AbortSignal): RunStatus {
    const has = (...statuses: RunStatus[]): boolean =>
      outcomes.some(({ status }) => statuses.includes(status));
    if (has('failed', 'incomplete') || signal.aborted)
      return has('complete', 'more', 'incomplete') ? 'incomplete' : 'failed';
    return has('more') || outcomes.length < this.#parts.list.length ? 'more' : 'complete';
  }
}

/** Columns of several tables, each once; one that has several types is text. */
function withColumns(before: readonly Column[], columns: readonly Column[]): readonly Column[] {
  const joined = new Map(before.map(column => [column.key, column]));
  for (const column of columns) {
    const existing = joined.get(column.key);
    const isSame = existing === undefined || existing.type === column.type;
    joined.set(column.key, isSame ? column : { ...column, type: 'text' });
  }
  return [...joined.values()];
}
