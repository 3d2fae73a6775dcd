/** What is expected of the queries of a report. */
import { runTitle } from '../common/query-title.ts';
import { judgeQuery } from '../run/judge-query.ts';
import { reportWord } from '../runbooks/report-words.ts';
import type { ReportDependencies, ReportSource } from './report-dependencies.ts';
import { lineOf, type PlacedMessage } from './report-messages.ts';
import type { BlockRun } from './report-plans.ts';

/** What is not as a query expects, at its place in the file. */
export async function failedExpectations(
  { remote }: Pick<ReportDependencies, 'remote'>,
  { run, planned, report }: BlockRun,
  { text, uri }: Pick<ReportSource, 'text' | 'uri'>,
  signal: AbortSignal,
): Promise<readonly PlacedMessage[]> {
  const { query, line, plan } = planned;
  const { site, context } = plan;
  const { view, language } = plan.query;
  const { status, rows, total, milliseconds } = report;
  const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
  const about = { ...runTitle(view.block, language.runner.record(view, context)), uri, site: site.name };
  const options = { run, view, wording: language.wording, facts, about, now: context.now };
  const judged = await judgeQuery(remote, options, signal);
  return judged.flatMap(({ option: { text: expected, directive, place }, verdict }) => {
    if (verdict.isPassed) return [];
    const message = reportWord('expectation', { text: expected, message: verdict.message });
    const isHere = place === 'query' || !view.block.separated;
    const at = isHere ? lineOf(text, query.start + directive.span.start) : line;
    return [{ line: at, severity: 'error' as const, message }];
  });
}
