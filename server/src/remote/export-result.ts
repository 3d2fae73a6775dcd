import type { ExportResult } from '../protocol/results.ts';
import type { Written } from '../results/export-file.ts';
import { commonNotices } from './notices.ts';

/** The outcome of an export for the user. */
export function exportResult(written: Written, file: string): ExportResult {
  if ('rows' in written) return written;
  const { problem } = written;
  if (problem === 'closed') return { problem: commonNotices.of('exportClosed', { file }).message };
  if (problem === 'cancelled') return { problem: commonNotices.of('exportCancelled', { file }).message };
  return { problem: commonNotices.of('exportFailed', { file, reason: problem.reason }).message };
}
