/** The request that refreshes a report. */
import type { Connection } from 'vscode-languageserver';
import {
  type RefreshReportParams,
  type RefreshReportResult,
  refreshReportRequest,
  reportProgressNotification,
} from '#shared/protocol/documents/reports.ts';
import { maxUnconfirmedRequests } from '../../runs/chains/plan-requests.ts';
import type { BlockRun } from '../../runs/reports/report-plans.ts';
import type { ReportOutcome } from '../../runs/reports/refresh-report.ts';
import { staleEdits } from '../../embedded/markdown/result-edits.ts';
import { notify, onRequest } from './custom-requests.ts';
import { signalOf } from '../guard.ts';
import { askedBy, headOf } from '../run-results.ts';
import type { Workspace } from '../workspace.ts';
import { askerOfFile } from '../prompt-requests.ts';

/** Answers the requests of `protocol/reports.ts`. */
export function registerReportRequests(connection: Connection, workspace: Workspace): void {
  const { runtime } = workspace;
  const refresh = async (
    { uri, text, file }: RefreshReportParams,
    signal: AbortSignal,
  ): Promise<RefreshReportResult> => {
    const [wikiquery, jql] = [runtime.languages.get('wikiquery'), runtime.languages.get('jql')];
    if (!workspace.trusted) return refused(runtime.wording('untrusted'));
    if (!wikiquery || !jql) return refused(runtime.wording('no-query'));
    const dependencies = {
      languages: { wikiquery, jql },
      settings: workspace.settings,
      context: workspace.contextOf(uri),
      backend: runtime.backend,
      askSql: runtime.askSql,
      charts: runtime.charts,
      newRun: runtime.randomToken,
      asked: () => undefined,
      ask: askerOfFile(connection, uri),
      mostRequests: maxUnconfirmedRequests,
    };
    const progress = (query: string, index: number, count: number): void =>
      notify(connection, reportProgressNotification, { uri, query, index, count });
    const { refreshReport } = await import('../../runs/reports/refresh-report.ts');
    const outcome = await refreshReport(dependencies, { uri, text, file }, progress, signal);
    return outcome === 'declined' ? { ...nothing, cancelled: true } : resultOf(outcome, text);
  };
  onRequest(connection, refreshReportRequest, async (params, token) => {
    const signal = signalOf(token);
    try {
      return await refresh(params, signal);
    } catch (error) {
      if (signal.aborted) return { ...nothing, cancelled: true };
      workspace.fault('report', error);
      return refused(runtime.wording('fault'));
    }
  });
}

const nothing = { edits: [], charts: [], results: 0, failures: [], unexpected: [], runs: [] };

const refused = (message: string): RefreshReportResult => ({
  ...nothing,
  failures: [{ line: 1, severity: 'error', message }],
});

function resultOf(outcome: Exclude<ReportOutcome, 'declined'>, text: string): RefreshReportResult {
  if ('failures' in outcome) {
    const { failures, query, runs = [] } = outcome;
    return {
      ...nothing,
      failures: [...failures],
      runs: runs.map(historyRun),
      ...(query !== undefined && { query }),
    };
  }
  const edits = outcome.fences.map(({ edit }) => edit);
  return {
    edits: staleEdits(text, edits).map(({ span, newText }) => ({ ...span, newText })),
    charts: outcome.fences.flatMap(({ charts }) => charts),
    results: outcome.fences.length,
    failures: [],
    unexpected: [...outcome.failed],
    runs: outcome.runs.map(historyRun),
  };
}

/** A query of a report as the history remembers it. */
function historyRun({ run, outcome, planned }: BlockRun): RefreshReportResult['runs'][number] {
  const { plan, line } = planned;
  const { errors: _errors, warnings: _warnings, notices: _notices, fault: _fault, ...rest } = outcome;
  const asked = askedBy(plan);
  return {
    position: { line: line - 1, character: 0 },
    result: { run, ...headOf(plan), ...(asked && { asked }), ...rest, notices: [] },
  };
}
