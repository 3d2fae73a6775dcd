/** What is expected of the queries of a report. */
import { runTitle } from '../common/queries/query-title.ts';
import { judgeQuery } from '../run/judge-query.ts';
import { reportWord } from '../runbooks/report-words.ts';
import { lineOf } from './planned-block.ts';
import type { PlacedMessage, ReportDependencies, ReportSource } from './report-dependencies.ts';
import type { BlockRun } from './run-block.ts';

/** What is not as a query expects, at its place in the file. */
export async function failedExpectations(
  { remote, context }: Pick<ReportDependencies, 'remote' | 'context'>,
  { run, planned, report }: BlockRun,
  { text, uri }: Pick<ReportSource, 'text' | 'uri'>,
  signal: AbortSignal,
): Promise<readonly PlacedMessage[]> {
  const { view, language, site, query, line } = planned;
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
