import type { JsonObject } from './json.ts';
import type { RunReport, RunSink } from './remote.ts';

/** A run of a query at a site of either kind, from its first request to "load more". */
export interface SiteRun {
  /** Goes on for `rows` more rows. The report counts from the beginning of the run. */
  advance(rows: number, sink: RunSink, signal: AbortSignal): Promise<RunReport>;
  /** The answers of the run as one. */
  merge(answers: readonly JsonObject[]): JsonObject;
}
