/** The results of runs, as the client is sent them: what names a run, and why one did not begin or stopped. */
import { wikiPageUrl } from '#shared/base/site-address.ts';
import { queryTitle, runTitle } from '#shared/base/queries/query-title.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Progress, RunResult } from '#shared/protocol/run.ts';
import { viewOption } from '../query-file/options/view-option.ts';
import type { RunProgress } from '../network/backend.ts';
import type { RunPlan } from '../runs/plan-run.ts';
import type { CompletedChain, StoppedChain } from '../runs/run-chain.ts';
import { problemText, type RunProblem, runText } from '../runs/run-problems.ts';
import type { RunQuery } from '../runs/run-query.ts';

/** How far a run is, and which query runs before it. */
export type ChainedProgress = RunProgress & Pick<Progress, 'source' | 'planned'>;

const titleOfQuery = ({ placed }: Pick<RunQuery, 'placed'>): string => queryTitle(placed.block)?.text ?? '';

/** The part that every message about a run has. */
export function headOf({
  query,
  site,
  sites,
}: RunPlan): Pick<RunResult, 'title' | 'site' | 'sites' | 'pageUrl' | 'view'> {
  const view = viewOption(query.view.scope);
  const isAtSeveral = sites.length > 1;
  return {
    title: titleOfQuery(query),
    site,
    ...(view && { view }),
    // A title alone does not say which wiki has the page.
    ...(isAtSeveral && { sites: sites.map(({ name }) => name) }),
    ...(query.language.runner.kind === 'wiki' && !isAtSeveral && { pageUrl: wikiPageUrl(site.url) }),
  };
}

/** The title and text of a query for the history of runs. */
export const askedBy = ({ query: { view, language }, context }: RunPlan): RunResult['asked'] =>
  runTitle(view.block, language.runner.recordedText(view, context));

/** The progress of the query that runs first, as that of the run that uses its rows. */
export const progressOfSource = (
  { rows, requests, wait, source }: ChainedProgress,
  query: string,
): ChainedProgress => ({
  rows: 0,
  requests,
  ...(wait && { wait }),
  source: source ?? { query, rows },
});

const withoutRows = { status: 'failed', rows: 0, requests: 0, milliseconds: 0 } as const;

/** The result of a run that could not begin for a reason that is not in the query. */
export const failedRun = (run: string, code: ServerMessage, wording: Wording<ServerMessage>): RunResult => ({
  ...withoutRows,
  run,
  title: '',
  notices: [{ severity: 'error', code, message: wording(code) }],
});

/** The result of a query that does not run. */
export function refusedRun(run: string, query: Pick<RunQuery, 'placed'>, problem: RunProblem): RunResult {
  const { kind, site, effect } = problem;
  return {
    ...withoutRows,
    run,
    title: titleOfQuery(query),
    ...(site && { site }),
    ...(kind === 'declined' && { notBegun: { reason: 'declined' } }),
    ...((kind === 'site' || kind === 'length') && {
      notBegun: { reason: 'refused', ...missingSite(problem) },
    }),
    notices: kind === 'declined' ? [] : [problem, ...(effect ? [effect] : [])].map(noticeOf),
  };
}

const missingSite = ({ kind, site, arguments: { name } }: RunProblem): { readonly missingSite?: string } =>
  kind === 'site' && site === undefined ? { missingSite: String(name) } : {};

function noticeOf(problem: RunProblem): Notice {
  const { kind, code, span, query } = problem;
  return {
    severity: 'error',
    code,
    message: problemText(problem, 'editor'),
    ...(span && { range: query.document.rangeIn(query.placed, span) }),
    ...(kind === 'site' && { action: 'configureSite' }),
  };
}

/** The result of a query of which nothing was sent, because the rows that it uses are not there. */
export function stoppedRun(run: string, { problem, source, isInterrupted }: StoppedChain): RunResult {
  const refused = refusedRun(run, problem.query, problem);
  const others = source.notices.filter(({ code }) => code !== 'cancelled');
  const isCancelled = others.length < source.notices.length;
  const message = runText('chain-stopped', { ...problem.arguments, rows: source.rows });
  const last: readonly Notice[] = isCancelled
    ? [{ severity: 'information', code: 'cancelled', message }]
    : refused.notices;
  return {
    ...refused,
    requests: source.requests,
    notices: [...others, ...last],
    ...(isInterrupted === true && { continues: true }),
  };
}

/** The run of the query whose rows are used, and how many requests follow it. */
export interface RunSource {
  readonly requests: number;
  readonly planned: number;
  readonly notices: readonly Notice[];
}

export const sourceOfRun = ({ ready, source, remarks }: CompletedChain): RunSource => ({
  requests: source.requests,
  planned: ready.request.parts?.list.length ?? 0,
  notices: remarks,
});
