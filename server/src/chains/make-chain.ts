/** Runs the query whose rows are used, and plans the requests for their values. */
import { nameList } from '../language/name-list.ts';
import type { Problem } from '../language/problem.ts';
import type { RunStatus, TableHeader } from '../protocol/run.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Remote } from '../remote/remote.ts';
import type { Reference } from './references.ts';
import { joinRows, nothingJoined } from './joined-rows.ts';
import {
  type ChainedQuery,
  type ChainPlan,
  columnOf,
  mostWithoutConfirmation,
  planChain,
} from './plan-requests.ts';
import { textsOf } from '../protocol/cell-texts.ts';
import type { Row } from '../protocol/json.ts';
import { longestWindow } from '../protocol/results.ts';

/** The outcome of the query whose rows are used. */
export interface SourceRun {
  readonly status: RunStatus;
  readonly rows: number;
  readonly requests: number;
  readonly notices: readonly Notice[];
  readonly tables: readonly TableHeader[];
}

/** The functions that making a chain needs. */
export interface ChainDependencies {
  readonly remote: Pick<Remote, 'window' | 'release'>;
  /** Runs the query whose rows are used, under that id. */
  readonly runSource: (run: string) => Promise<SourceRun>;
  /** Asks the user to confirm that number of requests. */
  readonly confirm: (requests: number) => Promise<boolean>;
  /** Whether the rows so far of a query that was interrupted are kept, so that it can go on. Default: they are not. */
  readonly keepsInterrupted?: boolean;
}

/** A remark about a chain for the user, by the key of its message. */
export type ChainRemark = 'chain-empty' | 'chain-requests' | 'chain-first-rows';

export interface MadeChain {
  readonly plan: ChainPlan;
  readonly source: SourceRun;
  readonly remarks: readonly ChainRemark[];
}

/** A chain that was refused: no request of the query itself was sent. */
export interface RefusedChain {
  readonly problem: Problem;
  readonly source: SourceRun;
  /** The query whose rows are used can go on where it stopped. */
  readonly isInterrupted?: boolean;
}

/** Whether a run that did not end as it should can go on: it was cancelled, or its site could not be reached. */
export const canContinue = ({ status, notices }: Pick<SourceRun, 'status' | 'notices'>): boolean =>
  (status === 'failed' || status === 'incomplete') &&
  notices.some(({ code, action }) => code === 'cancelled' || action === 'retry');

/**
 * Runs the query whose rows are used, and plans the requests for their values. A problem = no request of the query
 * itself was sent.
 */
export async function makeChain(
  { remote, runSource, confirm, keepsInterrupted = false }: ChainDependencies,
  query: ChainedQuery,
  run: string,
): Promise<MadeChain | RefusedChain> {
  const { reference } = query;
  const sourceRun = `${run} ${reference.query}`;
  let isKept = false;
  try {
    const source = await runSource(sourceRun);
    const refuse = (code: string, args: Problem['arguments'] = {}) => ({
      source,
      problem: problemOf(code, reference, args),
    });
    if (source.status === 'failed' || source.status === 'incomplete') {
      isKept = keepsInterrupted && canContinue(source);
      return { ...refuse('chain-source'), isInterrupted: isKept };
    }
    const plan = await chainFrom(remote, sourceRun, source, query);
    if ('code' in plan) return { source, problem: plan };
    const { length } = plan.parts.list;
    if (length > mostWithoutConfirmation && !(await confirm(length)))
      return refuse('chain-declined', { count: length });
    return { plan, source, remarks: remarksOf(length, source) };
  } finally {
    if (!isKept) remote.release(sourceRun);
  }
}

/** The requests for the rows of a run whose rows are stored. */
export async function chainFrom(
  remote: Pick<Remote, 'window'>,
  run: string,
  { tables, rows: count }: Pick<SourceRun, 'tables' | 'rows'>,
  query: ChainedQuery,
): Promise<ChainPlan | Problem> {
  const { reference } = query;
  const column = columnOf(tables, reference.column);
  if (column === undefined && count > 0) {
    const names = tables.flatMap(({ columns }) => columns.map(({ key }) => key));
    return problemOf('chain-column', reference, { names: nameList(names) });
  }
  const rows = column ? await sourceRows(remote, run, column.table.id) : [];
  const values = rows.flatMap(row => (column ? textsOf(row[column.key]) : []));
  const joined = column ? joinRows(reference, column.table, column.key, rows) : nothingJoined;
  return planChain(query, values, joined);
}

const problemOf = (
  code: string,
  { name, query, column, span }: Reference,
  args: Problem['arguments'],
): Problem => ({ code, severity: 'error', span, arguments: { name, query, column, ...args } });

export const remarksOf = (requests: number, { status }: SourceRun): readonly ChainRemark[] => [
  requests === 0 ? 'chain-empty' : 'chain-requests',
  ...(status === 'more' ? (['chain-first-rows'] as const) : []),
];

/** All rows of a table of a run. */
export async function sourceRows(
  remote: Pick<Remote, 'window'>,
  run: string,
  table: string,
): Promise<readonly Row[]> {
  const view = { sort: [], search: '', filters: {} };
  const rows: Row[] = [];
  for (let offset = 0; ; offset += longestWindow) {
    const window = await remote.window({ run, table, view, offset, count: longestWindow });
    for (const { cells } of window?.rows ?? []) rows.push(cells);
    if (window === undefined || offset + longestWindow >= window.total) return rows;
  }
}
