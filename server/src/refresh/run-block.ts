/** Runs a query of a report; its rows are in the store. */
import { findColumn } from '../common/find-column.ts';
import type { QueryContext } from '../language/service.ts';
import { applyChart } from '../run/apply-chart.ts';
import { applyColumns } from '../run/apply-columns.ts';
import { applyGroup } from '../run/apply-group.ts';
import { rowLink } from '../run/judge-query.ts';
import type { TableHeader } from '../protocol/run.ts';
import type { ReportOption } from '../queryfile/report-option.ts';
import type { Remote, RunReport, RunSink } from '../remote/remote.ts';
import type { Links, ReportTable } from '../runbooks/report-table.ts';
import { reportWord } from '../runbooks/report-words.ts';
import { placed, type PlannedQuery } from './planned-block.ts';
import { BlockFailure, type PlacedMessage } from './report-dependencies.ts';

/** A table of a result. */
export interface BlockTable {
  readonly header: TableHeader;
  readonly rows: number;
}

/** A query that ran. */
export interface BlockRun {
  readonly run: string;
  /** The table with the most rows first. */
  readonly tables: readonly BlockTable[];
  readonly report: RunReport;
  readonly planned: PlannedQuery;
  /** What the site says besides. */
  readonly remarks: readonly PlacedMessage[];
}

/** @throws BlockFailure where not all rows came that the query asks for */
export async function runBlock(
  remote: Remote,
  run: string,
  planned: PlannedQuery,
  text: string,
  context: QueryContext,
  signal: AbortSignal,
): Promise<BlockRun> {
  const { query, line, view, language, site, request } = planned;
  const found = new Map<string, BlockTable>();
  const sink: RunSink = {
    table: ({ table, rows }) => {
      const header = applyChart(applyGroup(applyColumns(table, view), view), view);
      found.set(table.id, { header, rows });
    },
    progress: () => undefined,
  };
  const report = await remote.run({ run, site, ...request }, sink, signal);
  if (report.fault !== undefined) throw report.fault;
  const said = [
    ...(planned.remarks ?? []),
    ...language.runner
      .place(view, context, report.errors, report.warnings)
      .map(problem => placed(problem, query, language, text)),
    ...report.notices.map(({ severity, message }) => ({ line, severity, message })),
  ];
  if (report.status === 'failed' || report.status === 'incomplete') {
    const errors = said.filter(({ severity }) => severity === 'error');
    const reason = { line, severity: 'error' as const, message: reportWord('run-incomplete') };
    throw new BlockFailure(errors.length > 0 ? errors : [...said, reason]);
  }
  const tables = [...found.values()].toSorted((one, other) => other.rows - one.rows);
  return { run, tables, report, planned, remarks: said };
}

/** Pages of a wiki and issues of a tracker lead to their site, where it is one. */
export const linksTo =
  ({ site, sites }: PlannedQuery): Links =>
  ({ type }, value) => {
    if (sites.length > 1) return undefined;
    return type === 'page' || type === 'issue' ? rowLink({ kind: type, name: value }, site) : undefined;
  };

/** How many rows a result has, as far as that is known. */
export function countOf({ report, tables }: BlockRun): Pick<ReportTable, 'total' | 'hasMore'> {
  const rows = tables[0]?.rows ?? 0;
  if (report.status !== 'more') return { total: rows, hasMore: false };
  return report.total === undefined
    ? { total: rows, hasMore: true }
    : { total: report.total, hasMore: false };
}

/** The rows of a result that a report shows; groups of them where the query asks for these. */
export async function tableOf(remote: Remote, ran: BlockRun, option: ReportOption): Promise<ReportTable> {
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
  const found = await remote.window({ run: ran.run, table: header.id, view, offset: 0, count: option.rows });
  if (found === undefined) throw notShown(ran, 'no-rows-stored');
  if (found.groups?.tooMany === true) throw notShown(ran, 'too-many-groups');
  const columns = found.groups?.columns ?? shownColumns(header, option);
  return {
    columns,
    rows: found.rows.map(({ cells }) => columns.map(({ key }) => cells[key])),
    ...(found.groups ? { total: found.shown, hasMore: false } : counted),
    links,
  };
}

/** Those that are shown at first, and that of a changelog. */
function shownColumns(header: TableHeader, { by }: ReportOption): TableHeader['columns'] {
  const own = by === undefined ? undefined : findColumn(by, header.columns);
  return header.columns.filter(column => column.hidden !== true || column === own);
}

/** Why a result that was received cannot be shown. */
export const notShown = (
  { planned: { line } }: BlockRun,
  reason: 'no-rows-stored' | 'too-many-groups',
): BlockFailure => new BlockFailure([{ line, severity: 'error', message: reportWord(reason) }]);
