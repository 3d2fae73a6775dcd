import type { Notice } from '../protocol/notice.ts';
import type { RunReport } from './remote.ts';

/**
 * The report of a run that sent nothing.
 *
 * @param begin milliseconds of `performance.now()`
 */
export const localReport = (
  status: RunReport['status'],
  rows: number,
  begin: number,
  notices: readonly Notice[],
): RunReport => ({
  status,
  rows,
  requests: 0,
  milliseconds: Math.round(performance.now() - begin),
  errors: [],
  warnings: [],
  notices,
});
