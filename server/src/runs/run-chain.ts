/** Runs the query whose rows are values of another query, and builds the requests for these values. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import { joinRows, nothingJoined } from './chains/joined-rows.ts';
import { columnOf, maxUnconfirmedRequests, planChain } from './chains/plan-requests.ts';
import type { Reference } from '../query-file/checking/references.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import { textsOf, type Row } from '#shared/protocol/json.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunStatus, TableHeader } from '#shared/protocol/run.ts';
import { type ChainedRun, limitsOf, type ReadyRun, type RunPlan } from './plan-run.ts';
import { languageProblem, type RunMessage, type RunProblem, runText } from './run-problems.ts';
import type { RunConditions } from './run-query.ts';
import { maxWindowRows } from '#shared/protocol/results.ts';
import type { Backend } from '../network/backend.ts';

/** Longer chains are not run where nobody can be asked. */
export const maxUnattendedRequests = 1000;

/** How the query whose rows are used ended. */
export interface SourceRun {
  /** The id under which its rows are stored. */
  readonly run: string;
  readonly status: RunStatus;
  readonly rows: number;
  readonly requests: number;
  readonly notices: readonly Notice[];
  readonly tables: readonly TableHeader[];
}

/** The dependencies of a chain that runs. */
export interface ChainHost {
  readonly backend: Pick<Backend, 'window' | 'release'>;
  readonly settings: RunConditions['settings'];
  /** Runs the query whose rows are used, under that id. */
  readonly runSource: (run: string, plan: RunPlan) => Promise<SourceRun>;
  /** Asks whether this number of requests may be made. */
  readonly confirm: (requests: number) => Promise<boolean>;
  /** The rows so far of a query that was interrupted are kept, so that it can go on. Default: they are not. */
  readonly keepsInterrupted?: boolean;
}

/** A query whose requests are known because the other query has run. */
export interface CompletedChain {
  readonly ready: ReadyRun;
  readonly source: SourceRun;
  /** How many rows and requests there are, and whether rows are missing. */
  readonly remarks: readonly Notice[];
}

/** The query itself was not sent. */
export interface StoppedChain {
  readonly problem: RunProblem;
  readonly source: SourceRun;
  /** The query whose rows are used can go on where it stopped. */
  readonly isInterrupted?: boolean;
}

/** Whether a run that did not end as it should can go on: it was cancelled, or its site could not be reached. */
export const canContinue = ({ status, notices }: Pick<SourceRun, 'status' | 'notices'>): boolean =>
  (status === 'failed' || status === 'incomplete') &&
  notices.some(({ code, action }) => code === 'cancelled' || action === 'retry');

/**
 * Runs the query whose rows are used, anew for every run of the chain, and builds the requests for their values. The plan has
 * its source.
 */
export async function runChain(
  host: ChainHost,
  plan: ChainedRun,
  run: string,
): Promise<CompletedChain | StoppedChain> {
  const { backend, runSource, keepsInterrupted = false } = host;
  const sourceRun = `${run} ${plan.chain.reference.query}`;
  let isKept = false;
  try {
    const source = await runSource(sourceRun, plan.source!);
    isKept = keepsInterrupted && canContinue(source);
    const completed = await completeChain(host, plan, source);
    return 'problem' in completed ? { ...completed, isInterrupted: isKept } : completed;
  } finally {
    if (!isKept) backend.release(sourceRun);
  }
}

/** Builds the requests for the values of rows that are stored. */
export async function completeChain(
  {
    backend,
    settings,
    confirm,
  }: Pick<ChainHost, 'settings' | 'confirm'> & { readonly backend: Pick<Backend, 'window'> },
  plan: ChainedRun,
  source: SourceRun,
): Promise<CompletedChain | StoppedChain> {
  const { reference } = plan.chain;
  const stop = (code: RunMessage, values: RunProblem['arguments'] = {}): StoppedChain => ({
    source,
    problem: {
      kind: 'chain',
      code,
      arguments: { ...namesOf(reference), ...values },
      query: plan.query,
      span: reference.span,
      site: plan.site,
    },
  });
  if (source.status === 'failed' || source.status === 'incomplete') return stop('chain-source');
  const column = columnOf(source.tables, reference.column);
  if (column === undefined && source.rows > 0) {
    const names = source.tables.flatMap(({ columns }) => columns.map(({ key }) => key));
    return stop('chain-column', { names: nameList(names) });
  }
  const rows = column ? await sourceRows(backend, source.run, column.table.id) : [];
  if (rows === undefined) return stop('chain-source');
  const values = rows.flatMap(row => (column ? textsOf(cellAt(row, column.key)) : []));
  const joined = column ? joinRows(reference, column.table, column.key, rows) : nothingJoined;
  const { query, context, site } = plan;
  const { runner } = query.language;
  const plannedChain = planChain({ view: query.view, context, runner, reference, site }, values, joined);
  if ('code' in plannedChain)
    return { source, problem: { ...languageProblem('chain', query, plannedChain), site } };
  const count = plannedChain.parts.list.length;
  if (count > maxUnconfirmedRequests && !(await confirm(count))) return stop('chain-declined', { count });
  const { chain: _chain, source: _source, limit, ...planned } = plan;
  const limits = limitsOf(plannedChain.view, runner, context, settings, limit);
  const ready: ReadyRun = {
    ...planned,
    query: { ...query, view: plannedChain.view },
    request: { request: plannedChain.request, parts: plannedChain.parts, ...limits },
  };
  return { ready, source, remarks: remarksOf(reference, count, source) };
}

const namesOf = ({ name, query, column }: Reference) => ({ name, query, column });

function remarksOf(reference: Reference, count: number, { rows, status }: SourceRun): readonly Notice[] {
  const remark = (code: RunMessage, severity: Notice['severity']): Notice => ({
    severity,
    code,
    message: runText(code, { ...namesOf(reference), rows, count }),
  });
  const isMore = status === 'more';
  return [
    ...(isMore && count > 0 ? [] : [remark(count === 0 ? 'chain-empty' : 'chain-requests', 'information')]),
    ...(isMore ? [remark('chain-first-rows', 'warning')] : []),
  ];
}

/** All rows of a table of a run; `undefined` = they were lost. */
async function sourceRows(
  backend: Pick<Backend, 'window'>,
  run: string,
  table: string,
): Promise<readonly Row[] | undefined> {
  const view = { sort: [], search: '', filters: {} };
  const rows: Row[] = [];
  for (let offset = 0; ; offset += maxWindowRows) {
    const page = await backend.window({ run, table, view, offset, count: maxWindowRows });
    if (page === undefined) return undefined;
    for (const { cells } of page.rows) rows.push(cells);
    if (offset + maxWindowRows >= page.total) return rows;
  }
}
