import type { Notice } from '../protocol/notice.ts';
import type { RunOutcome } from './remote.ts';

/**
 * The report of a run that sent nothing.
 *
 * @param begin milliseconds of `performance.now()`
 */
export const localReport = (
  status: RunOutcome['status'],
  rows: number,
  begin: number,
  notices: readonly Notice[],
): RunOutcome => ({
  status,
  rows,
  requests: 0,
  milliseconds: Math.round(performance.now() - begin),
  errors: [],
  warnings: [],
  notices,
});
