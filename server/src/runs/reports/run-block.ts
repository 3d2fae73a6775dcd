/** Runs a query of a report, and checks its expectations; its rows are in the store. */
import { eachOnce } from '#shared/base/text/problem.ts';
import { cellAt } from '#shared/base/tables/cell-values.ts';
import { isSecretTable } from '#shared/base/tables/secret-tables.ts';
import { findColumn } from '#shared/base/tables/table-columns.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import type { ReportOption } from '../../query-file/options/report-option.ts';
import type { Backend } from '../../network/backend.ts';
import { fetchRows } from '../fetch-rows.ts';
import { judgeQuery, rowLink } from '../judge-query.ts';
import { type Links, type ReportTable, say } from '../../embedded/markdown/report-table.ts';

import { BlockFailure, lineOf, type PlacedMessage, placedProblem } from './report-messages.ts';
import type { BlockRun, PlannedBlock, ReadyBlock } from './report-plans.ts';
import { listColumns } from './result-markdown.ts';
import { runTitle } from '#shared/base/queries/query-title.ts';
import type { ReportDependencies, ReportSource } from './report-dependencies.ts';

/** Runs a query. @throws BlockFailure where not all rows came that the query asks for */
export async function runBlock(
  backend: Backend,
  run: string,
  { planned, remarks }: ReadyBlock,
  text: string,
  signal: AbortSignal,
): Promise<BlockRun> {
  const { query, line, plan } = planned;
  const { view, language } = plan.query;
  const { outcome, tables } = await fetchRows(backend, run, plan, signal);
  if (outcome.fault !== undefined) throw outcome.fault;
  const messages = [
    ...remarks,
    ...eachOnce(language.runner.locateMessages(view, plan.context, outcome.errors, outcome.warnings)).map(
      problem => placedProblem(problem, query, language, text),
    ),
    ...outcome.notices.map(({ severity, message }) => ({ line, severity, message })),
  ];
  if (outcome.status === 'failed' || outcome.status === 'incomplete') {
    const errors = messages.filter(({ severity }) => severity === 'error');
    const reason = { line, severity: 'error' as const, message: say('run-incomplete') };
    throw new BlockFailure(errors.length > 0 ? errors : [...messages, reason]);
  }
  return {
    run,
    tables: tables.filter(({ header }) => !isSecretTable(header)),
    outcome,
    planned,
    remarks: messages,
  };
}

/** Links pages and issues to their site; rows of several sites have no links. */
export const linksTo =
  ({ plan: { site, sites } }: PlannedBlock): Links =>
  ({ type }, value) => {
    if (sites.length > 1) return undefined;
    return type === 'page' || type === 'issue' ? rowLink({ kind: type, name: value }, site) : undefined;
  };

/** How many rows a result has, as far as that is known. */
export function countOf({ outcome, tables }: BlockRun): Pick<ReportTable, 'total' | 'hasMore'> {
  const rows = tables[0]?.rows ?? 0;
  if (outcome.status !== 'more') return { total: rows, hasMore: false };
  return outcome.total === undefined
    ? { total: rows, hasMore: true }
    : { total: outcome.total, hasMore: false };
}

/** The rows of a result that a report shows; groups of them where the query asks for these. */
export async function tableOf(backend: Backend, ran: BlockRun, option: ReportOption): Promise<ReportTable> {
  const [table] = ran.tables;
  const links = linksTo(ran.planned);
  const counted = countOf(ran);
  if (table === undefined) return { columns: [], rows: [], ...counted, links };
  const { header } = table;
  const group = option.form === 'table' ? header.group : undefined;
  const view = {
    sort: [],
    search: '',
    filters: {},
    ...(group && { group: { ...group, search: '', filters: {} } }),
  };
  const page = await backend.window({ run: ran.run, table: header.id, view, offset: 0, count: option.rows });
  if (page === undefined) throw notShown(ran, 'no-rows-stored');
  if (page.groups?.tooMany === true) throw notShown(ran, 'too-many-groups');
  const columns = page.groups?.columns ?? shownColumns(header, option, ran.planned.plan);
  return {
    columns,
    rows: page.rows.map(({ cells }) => columns.map(({ key }) => cellAt(cells, key))),
    ...(page.groups ? { total: page.shown, hasMore: false } : counted),
    links,
  };
}

/** The columns that are shown at first, and the one that a changelog is grouped by; fewer in items without `@columns`. */
function shownColumns(
  header: TableHeader,
  { form, by }: ReportOption,
  { query, site }: BlockRun['planned']['plan'],
): readonly Column[] {
  const changelogColumn = by === undefined ? undefined : findColumn(by, header.columns);
  const columns = header.columns.filter(column => column.hidden !== true || column === changelogColumn);
  const { scope } = query.view;
  const isChosen = scope.directive('columns') !== undefined || scope.directive('fields') !== undefined;
  if (isChosen || (form !== 'list' && form !== 'changelog')) return columns;
  const others = columns.filter(column => column !== changelogColumn);
  return [...listColumns(others, site.kind), ...(changelogColumn ? [changelogColumn] : [])];
}

/** Why a result that was received cannot be shown. */
export const notShown = (
  { planned: { line } }: BlockRun,
  reason: 'no-rows-stored' | 'too-many-groups',
): BlockFailure => new BlockFailure([{ line, severity: 'error', message: say(reason) }]);

/** The expectations of a query that failed, each at its place in the file. */
export async function failedExpectations(
  { backend }: Pick<ReportDependencies, 'backend'>,
  { run, planned, outcome }: BlockRun,
  { text, uri }: Pick<ReportSource, 'text' | 'uri'>,
  signal: AbortSignal,
): Promise<readonly PlacedMessage[]> {
  const { query, line, plan } = planned;
  const { site, context } = plan;
  const { view, language } = plan.query;
  const { status, rows, total, milliseconds } = outcome;
  const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
  const ranQuery = {
    ...runTitle(view.block, language.runner.recordedText(view, context)),
    uri,
    site: site.name,
  };
  const options = { run, view, wording: language.wording, facts, about: ranQuery, now: context.now };
  const judgements = await judgeQuery(backend, options, signal);
  return judgements.flatMap(({ option: { text: expected, directive, place }, verdict }) => {
    if (verdict.isPassed) return [];
    const message = say('expectation', { text: expected, message: verdict.message });
    const isHere = place === 'query' || !view.block.separated;
    const at = isHere ? lineOf(text, query.start + directive.span.start) : line;
    return [{ line: at, severity: 'error' as const, message }];
  });
}
