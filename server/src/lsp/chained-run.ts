/** Runs of queries whose values are the rows of another query of their file. */
import { type Chain, chainOf } from '../chains/references.ts';
import { type MadeChain, makeChain, type RefusedChain } from '../chains/make-chain.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Progress, RunResult, TableHeader } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import type { Remote, RunProgress } from '../remote/remote.ts';
import type { QueryPlace } from './workspace.ts';

/** Where a query takes values from. */
export type Link = Extract<Chain, { source: unknown }>;

/** Where a query takes values from, or why it cannot; `undefined` = it uses no other query. */
export const chainAt = ({ document, placed, language }: QueryPlace): Chain | undefined =>
  chainOf(document, placed, language.runner.kind === 'wiki');

/** What a chain depends on. */
export interface ChainHost {
  readonly remote: Pick<Remote, 'window' | 'release'>;
  /** Runs the query whose rows are used, or goes on with it. */
  readonly run: (
    run: string,
    place: QueryPlace,
  ) => Promise<{ readonly result: RunResult; readonly tables: readonly TableHeader[] }>;
  /** The query at a block of the same file. */
  readonly placeOf: (source: Link['source']) => QueryPlace;
  readonly context: Parameters<typeof makeChain>[1]['context'];
  readonly confirm: (question: string) => Promise<boolean>;
  /** Whether a query that was interrupted can go on later. */
  readonly keepsInterrupted: boolean;
}

/** The requests of a chain; a problem = it ends before any is made. */
export function chainedRun(
  { remote, run, placeOf, context, confirm, keepsInterrupted }: ChainHost,
  { view, language }: QueryPlace,
  { reference, source }: Link,
  {
    id,
    site,
    sites,
  }: { readonly id: string; readonly site: Site; readonly sites: readonly Site[] | undefined },
): ReturnType<typeof makeChain> {
  if (sites !== undefined) return Promise.resolve(refusedFor(reference));
  const runSource = async (sourceRun: string) => {
    const { result, tables } = await run(sourceRun, placeOf(source));
    return { ...result, tables };
  };
  const ask = (requests: number) => confirm(language.wording('chain-confirm', { count: requests }));
  const query = { view, context, runner: language.runner, reference, site };
  return makeChain({ remote, runSource, confirm: ask, keepsInterrupted }, query, id);
}

const refusedFor = ({ name, query, column, span }: Link['reference']) => ({
  problem: { code: 'chain-sites', severity: 'error', span, arguments: { name, query, column } } as const,
  source: { status: 'failed', rows: 0, requests: 0, notices: [], tables: [] } as const,
});

/** What was done for the values of a chain, and what is to be said of it. */
export const sourceOf = (
  { plan, source, remarks }: MadeChain,
  { query, column, name }: Link['reference'],
  wording: QueryPlace['language']['wording'],
): { readonly requests: number; readonly planned: number; readonly notices: readonly Notice[] } => ({
  requests: source.requests,
  planned: plan.parts.list.length,
  notices: remarks.map(code => ({
    severity: code === 'chain-first-rows' ? 'warning' : 'information',
    code,
    message: wording(code, { query, column, name, rows: source.rows, count: plan.parts.list.length }),
  })),
});

/** How far a run is, and which query runs before it. */
export type ChainedProgress = RunProgress & Pick<Progress, 'source' | 'planned'>;

/** The progress of the query that runs first, as one of the run that uses its rows. */
export const ofSource = (
  { rows, requests, wait, source }: ChainedProgress,
  query: string,
): ChainedProgress => ({
  rows: 0,
  requests,
  ...(wait && { wait }),
  source: source ?? { query, rows },
});

/** The result where no request was made for the values. */
export function refusedChain(
  refused: RunResult,
  { problem, source, isInterrupted }: RefusedChain,
  wording: QueryPlace['language']['wording'],
): RunResult {
  const isCancelled = source.notices.some(({ code }) => code === 'cancelled');
  const others = source.notices.filter(({ code }) => code !== 'cancelled');
  const message = wording('chain-stopped', { ...problem.arguments, rows: source.rows });
  const notices: readonly Notice[] = isCancelled
    ? [...others, { severity: 'information', code: 'cancelled', message }]
    : [...others, ...refused.notices];
  return {
    ...refused,
    requests: source.requests,
    notices,
    ...(isInterrupted === true && { continues: true }),
  };
}
