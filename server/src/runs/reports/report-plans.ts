/** Plans the queries of a report, and makes the requests of those whose values are rows of a query above them. */
import type { FetchedRows, FetchedTable } from '../fetch-rows.ts';
import { planRun, type ReadyRun, type RunPlan } from '../plan-run.ts';
import { completeChain, type SourceRun } from '../run-chain.ts';
import type { RunQuery } from '../run-query.ts';
import type { FencedQuery, RunbookQuery } from '../../embedded/markdown/runbook.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { BlockFailure, lineOf, type PlacedMessage, placedRefusal } from './report-messages.ts';

/** A query of a report that can be run. */
export interface PlannedBlock<Plan extends RunPlan = RunPlan> {
  readonly query: FencedQuery;
  /** The line of its fence or its title, from 1. */
  readonly line: number;
  readonly plan: Plan;
}

/** A query that ran. */
export interface BlockRun extends FetchedRows {
  readonly run: string;
  /** The table with the most rows first. */
  readonly tables: readonly FetchedTable[];
  readonly planned: PlannedBlock<ReadyRun>;
  /** Warnings and notices of the site. */
  readonly remarks: readonly PlacedMessage[];
}

/** The plans of the queries in their order, with the statements of SQL between them. */
export type ReportPlans = readonly (PlannedBlock | Extract<RunbookQuery, { language: 'sql' }>)[];

/** Plans all queries of a report, or says why some of them do not run; `undefined` = the user did not answer a prompt. */
export async function planReport(
  { languages, settings, context, site, ask, mostRequests }: ReportDependencies,
  queries: readonly RunbookQuery[],
  text: string,
): Promise<ReportPlans | { readonly failures: readonly PlacedMessage[] } | undefined> {
  const confirm = async (requests: number): Promise<boolean> => requests <= mostRequests;
  const plans: ReportPlans[number][] = [];
  const failures: PlacedMessage[] = [];
  for (const query of queries) {
    if (query.language === 'sql') {
      plans.push(query);
      continue;
    }
    const { document, placed, scope } = query;
    const language = languages[query.language];
    const runQuery: RunQuery = { document, placed, view: { block: scope.block, scope }, language };
    const isOfKind = site !== undefined && settings.sites[site]?.kind === language.runner.kind;
    const conditions = { purpose: 'report', settings, context, ask, confirm } as const;
    const plan = await planRun(runQuery, { ...conditions, ...(isOfKind && { site }) });
    if (!('code' in plan)) plans.push({ query, line: lineOf(text, query.start), plan });
    else if (plan.kind === 'declined') return undefined;
    else failures.push(placedRefusal(plan, query, text));
  }
  return failures.length > 0 ? { failures } : plans;
}

/** A query that can be sent, and what is worth knowing of the rows that it uses. */
export interface ReadyBlock {
  readonly planned: PlannedBlock<ReadyRun>;
  readonly remarks: readonly PlacedMessage[];
}

/**
 * The query as it is sent: values are the rows that the report has, without running the query above again.
 *
 * @throws BlockFailure where it cannot be sent
 */
export async function readyBlock(
  { backend, settings, mostRequests }: Pick<ReportDependencies, 'backend' | 'settings' | 'mostRequests'>,
  { query, line, plan }: PlannedBlock,
  runs: readonly BlockRun[],
  text: string,
): Promise<ReadyBlock> {
  if (!('chain' in plan)) return { planned: { query, line, plan }, remarks: [] };
  const { block } = plan.chain.source;
  const above = runs.find(({ planned }) => planned.query.placed.block === block);
  const host = { backend, settings, confirm: async (requests: number) => requests <= mostRequests };
  const completed = await completeChain(host, plan, above ? sourceOf(above) : notRun);
  if ('problem' in completed) throw new BlockFailure([placedRefusal(completed.problem, query, text)]);
  const remarks = completed.remarks
    .filter(({ code }) => code !== 'chain-requests')
    .map(({ severity, message }) => ({ line, severity, message }));
  return { planned: { query, line, plan: completed.ready }, remarks };
}

const sourceOf = ({ run, outcome, tables }: BlockRun): SourceRun => ({
  ...outcome,
  run,
  tables: tables.map(({ header }) => header),
});

/** The query above has no rows: it stopped the report, or is in another file. */
const notRun: SourceRun = { run: '', status: 'failed', rows: 0, requests: 0, notices: [], tables: [] };
