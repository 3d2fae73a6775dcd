import type { ExportResult } from '#shared/protocol/results.ts';
import type { ExportOutcome } from '../results/export/export-file.ts';
import { commonNotices } from './network-notices.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunOutcome } from './backend.ts';

/** The outcome of an export for the user. */
export function exportResult(written: ExportOutcome, file: string): ExportResult {
  if ('rows' in written) {
    const { rows, shortened: count } = written;
    return count === undefined
      ? { rows }
      : { rows, remark: commonNotices.of('exportShortened', { count }).message };
  }
  const { problem } = written;
  const { message } =
    typeof problem === 'string'
      ? commonNotices.of(exportNotices[problem], { file })
      : commonNotices.of('exportFailed', { file, reason: problem.reason });
  return { problem: message };
}

const exportNotices = {
  closed: 'exportClosed',
  tooLarge: 'exportTooLarge',
  cancelled: 'exportCancelled',
  readOnly: 'exportReadOnly',
  noFile: 'exportNoFile',
  noFolder: 'exportNoFolder',
} as const;

/**
 * The outcome of a run that sent nothing.
 *
 * @param begin milliseconds of `performance.now()`
 */
export const localOutcome = (
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
