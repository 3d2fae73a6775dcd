/** The interface of a run at a site, and how its rows are stored. */
import type { JsonObject } from '#shared/protocol/json-values.ts';
import type { TablePart } from '../results/store/result-table.ts';
import type { RunProgress, RunOutcome, RunSink } from './backend.ts';
import { type StoreProblem, storeProblemOf } from '../results/store/store-problem.ts';
import type { ResultStore } from '../results/store/result-store.ts';
import { commonNotices } from './network-notices.ts';

/** Rows and progress of a run, in order. */
export interface RowSink {
  rows(part: TablePart): void;
  progress(progress: RunProgress): void;
}

/** A run of a query at a site of either kind, including "load more". */
export interface SiteRun {
  /**
   * Requests `rows` more rows; with 0, an interrupted run continues up to the rows requested before. The report counts
   * from the start of the run.
   */
  advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome>;
  /** The responses of the run as one. */
  merge(answers: readonly JsonObject[]): JsonObject;
}

export interface StoredRun {
  readonly run: SiteRun;
  /** The name of its site. */
  readonly site: string;
}

/**
 * Requests more rows of a run, and stores them. If they cannot be stored the run ends; what was stored before stays, and
 * `isOver` says that nothing can be added any more.
 */
export async function advanceStored(
  { run, site }: StoredRun,
  id: string,
  limit: number,
  {
    store,
    sink,
    signal,
  }: { readonly store: ResultStore; readonly sink: RunSink; readonly signal: AbortSignal },
): Promise<{ readonly outcome: RunOutcome; readonly isOver: boolean }> {
  const full = new AbortController();
  let problem: StoreProblem | undefined;
  /** `undefined` = it could not be stored. */
  const put = (part: TablePart): ReturnType<ResultStore['put']> | undefined => {
    try {
      return store.put(id, part);
    } catch (error) {
      problem = storeProblemOf(error);
      full.abort();
      return undefined;
    }
  };
  const rowSink: RowSink = {
    rows(part) {
      const stored = problem === undefined ? put(part) : undefined;
      if (stored === undefined) return;
      sink.table({ table: part.table, ...stored });
    },
    progress: progress => sink.progress(progress),
  };
  const outcome = await run.advance(limit, rowSink, AbortSignal.any([signal, full.signal]));
  if (problem === undefined) return { outcome, isOver: false };
  const { code, reason } = problem;
  const rows = store.rows(id);
  const others = outcome.notices.filter(notice => notice.code !== 'cancelled');
  return {
    isOver: true,
    outcome: {
      ...outcome,
      rows: Math.min(outcome.rows, rows),
      status: rows > 0 ? 'incomplete' : 'failed',
      notices: [commonNotices.of(code, { site, reason }), ...others],
    },
  };
}
