/** A query of a report whose values are the rows of one above it: those that the report has, without asking again. */
import { chainFrom, remarksOf } from '../chains/make-chain.ts';
import { placed, type PlannedQuery } from './planned-block.ts';
import { BlockFailure, type PlacedMessage, type ReportDependencies } from './report-dependencies.ts';
import type { BlockRun } from './run-block.ts';

/** The query as it is sent. @throws BlockFailure where it cannot be */
export async function chainedBlock(
  { remote, context, mostRequests }: Pick<ReportDependencies, 'remote' | 'context' | 'mostRequests'>,
  planned: PlannedQuery,
  runs: readonly BlockRun[],
  text: string,
): Promise<PlannedQuery> {
  const { chain, query, language, site, view } = planned;
  if (chain === undefined) return planned;
  const { reference } = chain;
  const above = runs.find(({ planned: { query: other } }) => other.placed.block === chain.source.block);
  const refuse = (problem: Parameters<typeof placed>[0]): BlockFailure =>
    new BlockFailure([placed(problem, query, language, text)]);
  const about = { name: reference.name, query: reference.query, column: reference.column };
  const wrong = (code: string, count = 0) =>
    refuse({ code, severity: 'error', span: reference.span, arguments: { ...about, count } });
  if (above === undefined) throw wrong('chain-source');
  const { report, tables } = above;
  const source = { rows: report.rows, tables: tables.map(({ header }) => header) };
  const chained = { view, context, runner: language.runner, reference, site };
  const plan = await chainFrom(remote, above.run, source, chained);
  if ('code' in plan) throw refuse(plan);
  const { length } = plan.parts.list;
  if (length > mostRequests) throw wrong('chain-declined', length);
  const remarks = remarksOf(length, { ...report, tables: source.tables })
    .filter(code => code !== 'chain-requests')
    .map((code): PlacedMessage => ({
      line: planned.line,
      severity: code === 'chain-first-rows' ? 'warning' : 'information',
      message: language.wording(code, { ...about, rows: report.rows, count: length }),
    }));
  return {
    ...planned,
    view: plan.view,
    request: { ...planned.request, request: plan.request, parts: plan.parts },
    remarks,
  };
}
