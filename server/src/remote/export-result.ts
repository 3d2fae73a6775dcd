import type { ExportResult } from '../protocol/results.ts';
import type { ExportOutcome } from '../results/export-file.ts';
import { commonNotices } from './notices.ts';

/** The outcome of an export for the user. */
export function exportResult(written: ExportOutcome, file: string): ExportResult {
  if ('rows' in written) return written;
  const { problem } = written;
  const { message } =
    typeof problem === 'string'
      ? commonNotices.of(notices[problem], { file })
      : commonNotices.of('exportFailed', { file, reason: problem.reason });
  return { problem: message };
}

const notices = {
  closed: 'exportClosed',
  cancelled: 'exportCancelled',
  readOnly: 'exportReadOnly',
  noFile: 'exportNoFile',
  noFolder: 'exportNoFolder',
} as const;
