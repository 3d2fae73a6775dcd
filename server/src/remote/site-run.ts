import type { JsonObject } from './json.ts';
import type { TablePart } from '../results/result-table.ts';
import type { RunProgress, RunOutcome } from './remote.ts';

/** Rows and progress of a run, in order. */
export interface RowSink {
  rows(part: TablePart): void;
  progress(progress: RunProgress): void;
}

/** A run of a query at a site of either kind, including "load more". */
export interface SiteRun {
  /** Requests `rows` more rows; with 0, an interrupted run goes on up to those it was asked for. The report counts from the start of the run. */
  advance(rows: number, sink: RowSink, signal: AbortSignal): Promise<RunOutcome>;
  /** The responses of the run as one. */
  merge(answers: readonly JsonObject[]): JsonObject;
}
