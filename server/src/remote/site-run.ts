import type { JsonObject } from './json.ts';
import type { RunReport, RunSink } from './remote.ts';

/** A run of a query at a site of either kind, including "load more". */
export interface SiteRun {
  /** Requests `rows` more rows. The report counts from the start of the run. */
  advance(rows: number, sink: RunSink, signal: AbortSignal): Promise<RunReport>;
  /** The responses of the run as one. */
  merge(answers: readonly JsonObject[]): JsonObject;
}
