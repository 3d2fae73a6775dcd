/** The expectations of a query that ran from the command line. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runTitle } from '#shared/base/queries/query-title.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { type JudgedExpectation, judgeQuery, rowLink } from '../../runs/judge-query.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend, RunOutcome } from '../../network/backend.ts';
import type { QueryInFile } from '../inputs/chosen-query.ts';
import { Failure } from '../failure.ts';
import { say } from '../cli-texts.ts';

/** A run that has ended. */
export interface EndedRun {
  readonly run: string;
  readonly query: QueryInFile;
  readonly outcome: RunOutcome;
  readonly site: Site;
  readonly context: QueryContext;
  /** The folder that the name of its file is relative to. */
  readonly folder: string;
}

/** The same query as `titleOf` and `query` of the editor's history: by its file, its title and its text. */
function aboutOf({
  query: { file, view, language },
  context,
  folder,
}: EndedRun): Pick<RanQuery, 'title' | 'uri' | 'query'> {
  const uri = pathToFileURL(path.resolve(folder, file)).href;
  return { ...runTitle(view.block, language.runner.recordedText(view, context)), uri };
}

/** The verdicts on all expectations of a query. */
export function judgeRun(
  backend: Backend,
  ended: EndedRun,
  signal: AbortSignal,
): Promise<readonly JudgedExpectation[]> {
  const { run, query, outcome, site, context } = ended;
  const { status, rows, total, milliseconds } = outcome;
  const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
  const ranQuery = { ...aboutOf(ended), site: site.name };
  const { view, language } = query;
  return judgeQuery(
    backend,
    { run, view, wording: language.wording, facts, about: ranQuery, now: context.now },
    signal,
  );
}

/** The run as snapshots and workbooks name it. */
export function ranQueryOf(ended: EndedRun): RanQuery {
  const { outcome, site, context } = ended;
  const { status, rows, total, requests, milliseconds } = outcome;
  return {
    ...aboutOf(ended),
    site,
    rows,
    requests,
    ...(total !== undefined && { total }),
    status,
    milliseconds,
    ran: context.now,
  };
}

/** Keeps the rows of a run for “same as last”. @throws Failure where they cannot be kept */
export async function keepRun(
  backend: Backend,
  ended: EndedRun,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const kept = await backend.keep({ run: ended.run, name, about: ranQueryOf(ended) }, signal);
  if ('problem' in kept) throw Failure.worded(kept.problem);
}

/** A line for each verdict, and one for each row that is reported. */
export const verdictLines = (judged: readonly JudgedExpectation[], site: Site, isQuiet: boolean): string =>
  judged
    .filter(({ verdict }) => !isQuiet || !verdict.isPassed)
    .flatMap(({ option: { text }, verdict }) => [
      say(verdict.isPassed ? 'expectation.passed' : 'expectation.failed', { text, message: verdict.message }),
      ...rowLines({ verdict, site }).map(line => `  ${line}`),
    ])
    .map(line => `${line}\n`)
    .join('');

/** The rows that are not as expected, a text for each, and how many more there are. */
export function rowLines({
  verdict: { rows, offending },
  site,
}: {
  readonly verdict: JudgedExpectation['verdict'];
  readonly site: Site;
}): readonly string[] {
  const lines = rows.map(row => {
    const link = rowLink(row, site);
    const rowName =
      row.value === '' ? row.name : say('expectation.row', { name: row.name, value: row.value });
    return link === undefined ? rowName : `${rowName} ${link}`;
  });
  const others = offending - rows.length;
  return others > 0 ? [...lines, say('expectation.others', { count: others })] : lines;
}
