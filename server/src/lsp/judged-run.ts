import type { OffendingRow } from '../expectations/verdict.ts';
import type { JudgeResult, OffendingRowResult, VerdictResult } from '../protocol/documents/expectations.ts';
import type { Site } from '../protocol/sites.ts';
import type { Remote } from '../remote/remote.ts';
import { judgeQuery, rowLink } from '../run/judge-query.ts';
import type { Runs } from './runs.ts';
import type { QueryPlace } from './workspace.ts';

/** What judging needs. */
interface Judging {
  readonly runs: Runs;
  readonly remote: Remote;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Runs the query at a place, and judges what is expected of it; its rows are not kept. */
export async function judgeRun(
  { runs, remote, now }: Judging,
  run: string,
  place: QueryPlace,
  signal: AbortSignal,
  isBackground: boolean,
): Promise<JudgeResult> {
  try {
    const result = await runs.run(run, place, signal, { receive: () => undefined, isBackground });
    const { site, status, rows, total, milliseconds, asked } = result;
    if (site === undefined || asked === undefined) return { result, verdicts: [] };
    const { document, placed, view, language } = place;
    const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
    const about = { ...asked, uri: document.uri, site: site.name };
    const options = { run, view, wording: language.wording, facts, about, now: now() };
    const judged = await judgeQuery(remote, options, signal);
    const verdicts = judged.map(({ option: { text, directive, place: defined }, verdict }): VerdictResult => {
      const holder = defined === 'file' && placed.block.separated ? document.placed(0) : placed;
      const { isPassed, message, offending } = verdict;
      return {
        text,
        isPassed,
        message,
        range: document.rangeIn(holder, directive.span),
        rows: verdict.rows.map(row => rowResult(row, site)),
        others: offending - verdict.rows.length,
      };
    });
    return { result, verdicts };
  } finally {
    runs.release(run);
  }
}

function rowResult(row: OffendingRow, site: Site): OffendingRowResult {
  const { name, value, kind } = row;
  const url = rowLink(row, site);
  return { name, value, ...(url !== undefined && { url }), ...(kind === 'issue' && { issue: name }) };
}
