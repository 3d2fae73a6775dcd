import type { Notice } from '../protocol/notice.ts';
import type { Column, RunStatus, TableHeader } from '../protocol/run.ts';
import type { TablePart } from '../results/result-table.ts';
import type { JsonObject } from './json.ts';
import { MessageList } from './message-list.ts';
import { commonNotices } from './notices.ts';
import { RowMatcher } from './row-matcher.ts';
import type { AddedCells, RunPart, RunParts, RunProgress, RunOutcome } from './remote.ts';
import type { RowSink, SiteRun } from './site-run.ts';
import { maximumColumns, maximumTables, mostShown } from './table/columns.ts';

/** A part that was begun. */
interface Begun {
  readonly part: RunPart;
  readonly run: SiteRun;
  readonly matcher: RowMatcher;
  /** Rows that it was asked for so far. */
  wanted: number;
  /** What it said last; absent = nothing yet. */
  report?: RunOutcome;
  progress: RunProgress;
}

/** One table of the result: the rows of all parts, in the order in which they come. */
interface JoinedTable {
  header: TableHeader;
  /** The columns of its rows themselves. */
  own: readonly Column[];
  /** The added columns in which a row has several values. */
  lists: ReadonlySet<string>;
  rows: number;
  /** By part, where its rows are. */
  readonly places: Map<number, number[]>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const nothing: Pick<AddedCells, 'columns' | 'after'> = { columns: [] };

/** How much one is above the other; both can be infinite. */
const difference = (one: number, other: number): number => (one === other ? 0 : one - other);

const none: RunProgress = { rows: 0, requests: 0 };

/** A run of several requests, made one after the other: their rows are one result, each with the cells that its part adds. */
export class MultiPartRun implements SiteRun {
  readonly #parts: RunParts;
  readonly #begin: (part: RunPart) => SiteRun;
  readonly #begun: Begun[] = [];
  readonly #tables = new Map<string, JoinedTable>();
  /** Tables or columns were left out. */
  #isCut = false;
  /** Rows that were asked for so far: of each part, or of all together. An interrupted run goes on up to them. */
  #wanted = 0;

  constructor(parts: RunParts, begin: (part: RunPart) => SiteRun) {
    this.#parts = parts;
    this.#begin = begin;
  }

  async advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome> {
    this.#wanted += rows;
    for (const [index, part] of this.#parts.list.entries()) {
      const begun = (this.#begun[index] ??= this.#started(part));
      if (begun.report?.status === 'complete') continue;
      const left = difference(this.#wanted, this.#progress.rows);
      if (left <= 0 && !this.#parts.areIndependent) break;
      const more = this.#parts.areIndependent
        ? difference(this.#wanted, begun.wanted)
        : difference(left, Math.max(0, difference(begun.wanted, begun.progress.rows)));
      begun.wanted += Math.max(0, more);
      begun.report = await begun.run.advance(Math.max(0, more), this.#sinkOf(index, begun, sink), signal);
      begun.progress = begun.report;
      if (begun.report.status === 'complete') begun.matcher.release();
      if (!this.#goesOn(begun.report, signal)) break;
    }
    return this.#report(signal);
  }

  /** Responses of several requests are not one: they are listed. */
  merge(responses: readonly JsonObject[]): JsonObject {
    return { responses: [...responses] };
  }

  #goesOn({ status }: RunOutcome, signal: AbortSignal): boolean {
    if (signal.aborted) return false;
    return this.#parts.areIndependent || status === 'complete';
  }

  #started(part: RunPart): Begun {
    return { part, run: this.#begin(part), matcher: new RowMatcher(part.added), wanted: 0, progress: none };
  }

  #sinkOf(index: number, begun: Begun, sink: RowSink): RowSink {
    return {
      rows: part => {
        const { matcher } = begun;
        for (const each of this.#joined(index, matcher.matched(part), begun)) sink.rows(each);
        for (const again of matcher.rematched(part))
          for (const each of this.#joined(index, again, begun)) sink.rows(each);
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
  #joined(index: number, { table, offset, rows }: TablePart, begun: Begun): readonly TablePart[] {
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

  /** `undefined` = there are too many. */
  #tableOf(table: TableHeader, { part, matcher }: Begun): JoinedTable | undefined {
    const known = this.#tables.get(table.id);
    if (known === undefined && this.#tables.size >= maximumTables) {
      this.#isCut = true;
      return undefined;
    }
    const { columns: first, after = [] } = matcher.adds(table.id) ? part.added : nothing;
    const all = withColumns(known?.own ?? [], table.columns);
    this.#isCut ||= all.length > maximumColumns;
    const own = all.slice(0, maximumColumns);
    const lists = new Set([...(known?.lists ?? []), ...matcher.lists]);
    const columns = withColumns(withColumns(first, own), after).map(column =>
      lists.has(column.key) ? { ...column, type: 'json' as const } : column,
    );
    const header = { ...table, columns };
    if (known) {
      known.header = header;
      known.own = own;
      known.lists = lists;
      return known;
    }
    const joined: JoinedTable = { header, own, lists, rows: 0, places: new Map() };
    this.#tables.set(table.id, joined);
    return joined;
  }

  #report(signal: AbortSignal): RunOutcome {
    const reports = this.#begun.flatMap(({ report }) => report ?? []);
    const [errors, warnings] = [new MessageList(), new MessageList()];
    for (const report of reports) {
      errors.add(report.errors);
      warnings.add(report.warnings);
    }
    const waits = reports.flatMap(({ retryAfter }) => retryAfter ?? []);
    return {
      ...this.#progress,
      status: this.#status(reports, signal),
      milliseconds: sum(reports.map(({ milliseconds }) => milliseconds)),
      bytes: sum(reports.map(({ bytes = 0 }) => bytes)),
      waited: sum(reports.map(({ waited = 0 }) => waited)),
      errors: errors.list,
      warnings: warnings.list,
      notices: [...reports.flatMap(({ notices }) => notices), ...this.#failures(), ...this.#cuts(reports)],
      ...(waits.length > 0 && { retryAfter: Math.max(...waits) }),
    };
  }

  /** Says that the joined tables lack something, where no part says so of itself. */
  #cuts(reports: readonly RunOutcome[]): Notice[] {
    const isSaid = reports.some(({ notices }) => notices.some(({ code }) => code === 'manyColumns'));
    if (!this.#isCut || isSaid) return [];
    const sites = new Set(this.#begun.map(({ part }) => part.site.name));
    return [commonNotices.of('manyColumns', { site: [...sites].join(', '), ...mostShown })];
  }

  /** Says which sites failed, as their own messages need not name them. */
  #failures(): Notice[] {
    if (!this.#parts.areIndependent) return [];
    return this.#begun.flatMap(({ part, report }) =>
      report?.status === 'failed' || report?.status === 'incomplete'
        ? [commonNotices.of('partFailed', { site: part.site.name })]
        : [],
    );
  }

  #status(reports: readonly RunOutcome[], signal: AbortSignal): RunStatus {
    const has = (...statuses: RunStatus[]): boolean =>
      reports.some(({ status }) => statuses.includes(status));
    if (has('failed', 'incomplete') || signal.aborted)
      return has('complete', 'more', 'incomplete') ? 'incomplete' : 'failed';
    return has('more') || reports.length < this.#parts.list.length ? 'more' : 'complete';
  }
}

/** Columns of several tables, each once; one that has several types is text. */
function withColumns(before: readonly Column[], columns: readonly Column[]): readonly Column[] {
  const joined = new Map(before.map(column => [column.key, column]));
  for (const column of columns) {
    const known = joined.get(column.key);
    const isSame = known === undefined || known.type === column.type;
    joined.set(column.key, isSame ? column : { ...column, type: 'text' });
  }
  return [...joined.values()];
}
