import type { ExportResult } from '../protocol/results.ts';
import type { Written } from '../results/export-file.ts';
import { wikiNotices } from './notices.ts';

/** The outcome of an export for the user. */
export function exportResult(written: Written, file: string): ExportResult {
  if ('rows' in written) return written;
  const { problem } = written;
  if (problem === 'closed') return { problem: wikiNotices.of('exportClosed', { file }).message };
  if (problem === 'cancelled') return { problem: wikiNotices.of('exportCancelled', { file }).message };
  return { problem: wikiNotices.of('exportFailed', { file, reason: problem.reason }).message };
}
