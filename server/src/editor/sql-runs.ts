/** Runs statements about the results of a session: those of the SQL view, of fences and of cells. */
import type { Connection } from 'vscode-languageserver';
import { tableNotification, type TableState } from '#shared/protocol/results.ts';
import { progressNotification, type RunResult } from '#shared/protocol/run.ts';
import type { YieldTurn } from '../query-file/checking/time-slices.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { Backend, SqlRunTable, SqlRunOutcome } from '../network/backend.ts';
import type { CheckSql } from '../results/sql/find-problems.ts';
import { tokensOf } from '../results/sql/tokens.ts';
import { say } from '../results/sql/sql-problem.ts';
import { notify } from './requests/custom-requests.ts';
import type { ColumnSite, SessionTable, SessionTables } from './session-tables.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import { applyDirectives } from '../runs/apply-directives.ts';
import type { Statement, Statements } from './documents/statements.ts';

/** A statement to be run. */
export interface SqlRun {
  readonly run: string;
  readonly sql: string;
  /** Where it is; absent = in the SQL view. */
  readonly statement?: Statement;
}

/** The parts of the workspace that statements need. */
export interface SqlHost {
  readonly runtime: {
    readonly backend: Backend;
    readonly checkSql: CheckSql;
    readonly yieldTurn: YieldTurn;
    readonly wording: Wording<ServerMessage>;
    readonly now: () => number;
  };
  readonly tables: SessionTables;
  readonly statements: Statements;
}

/** The tables of a session by now, as a statement in a file sees them. */
export const tablesNow = async (
  { runtime, tables, statements }: SqlHost,
  statement?: Statement,
): Promise<SessionTable[]> =>
  tables.all(await runtime.backend.snapshotTables(), statement && statements.tablesFor(statement));

/** Runs a statement; resolves for every outcome but an internal error. */
export async function runSql(
  connection: Connection,
  workspace: SqlHost,
  { run, sql, statement }: SqlRun,
  signal: AbortSignal,
): Promise<RunResult> {
  const { runtime, tables } = workspace;
  const sqlTables = await tablesNow(workspace, statement);
  const words = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
  const namedTables = sqlTables.filter(({ stored }) => words.has(stored.name.toLowerCase()));
  const title = titleOf(sql, statement?.name);
  const recorded = { title, query: sql };
  const planned = plannedName(sql, namedTables, workspace, statement);
  if (planned !== undefined) return notRun(run, title, planned);
  if (statement && statement.name !== '') {
    const { uri } = statement.document;
    tables.begin({ run, name: statement.name, uri, title, time: runtime.now() }, {});
  }
  if (statement) notify(connection, progressNotification, { run, title, rows: 0, requests: 0 });
  const request = { run, title, sql, tables: namedTables.map(openingTable) };
  const sink = {
    table: (state: Omit<TableState, 'run'>): void => {
      const { scope } = statement ?? {};
      const table = scope ? applyDirectives(state.table, { block: scope.block, scope }) : state.table;
      tables.receive({ run, ...state });
      notify(connection, tableNotification, { run, ...state, table });
    },
    progress: (progress: { readonly rows: number; readonly requests: number }) =>
      notify(connection, progressNotification, { run, title, ...progress }),
  };
  const answer = await runtime.backend.runSql(request, sink, signal);
  const { errors: _errors, warnings: _warnings, fault: _fault, ...outcome } = answer.outcome;
  const sites = sitesOf(answer.columns, namedTables);
  tables.place(run, sites);
  return { run, title, asked: recorded, ...sites, ...outcome };
}

/** The name of a table that a statement reads and that has no rows yet. */
function plannedName(
  sql: string,
  named: readonly SessionTable[],
  { statements }: Pick<SqlHost, 'statements'>,
  statement: Statement | undefined,
): string | undefined {
  if (statement === undefined || !named.some(({ shown }) => shown.isPlanned)) return undefined;
  return statements.notRun(
    sql,
    named.map(({ shown }) => shown),
  );
}

const notRun = (run: string, title: string, name: string): RunResult => ({
  run,
  title,
  status: 'failed',
  rows: 0,
  requests: 0,
  milliseconds: 0,
  notices: [{ severity: 'error', code: 'not-run', message: say('not-run', { name }) }],
});

/** A table of the statement, with where its values open. */
const openingTable = ({ stored, site, pageUrl }: SessionTable): SqlRunTable => ({
  ...stored,
  opensAt: { issues: site?.kind === 'tracker' ? site.url : '', pages: pageUrl ?? '' },
});

/** Where the issues, and where the pages of a result open: columns of other sites are only text. */
function sitesOf(columns: SqlRunOutcome['columns'], tables: readonly SessionTable[]): ColumnSite {
  const source = (types: readonly string[]): SessionTable | undefined =>
    columns
      .filter(({ type }) => types.includes(type))
      .map(({ table }) => tables.find(({ stored }) => stored.name === table))
      .find(table => table !== undefined);
  const [issues, pages] = [source(['issue']), source(['page', 'user'])];
  const site = issues?.site ?? pages?.site;
  return { ...(site && { site }), ...(pages?.pageUrl !== undefined && { pageUrl: pages.pageUrl }) };
}

const maxTitleLength = 80;

/** The title of a statement: its name, else the comment that it begins with, else its beginning. */
export function titleOf(sql: string, name = ''): string {
  if (name !== '') return name;
  const lines = sql
    .slice(0, 10 * maxTitleLength)
    .split('\n')
    .map(line => line.trim());
  const contentLines = lines.filter(line => line !== '' && !/^-- {0,20}@/.test(line));
  const comment = contentLines[0]?.startsWith('--') ? contentLines[0].replace(/^--+/, '').trim() : '';
  const line = comment === '' ? contentLines.join(' ').split(/\s+/).join(' ') : comment;
  return line.length > maxTitleLength
    ? `${line.slice(0, maxTitleLength - 1).toWellFormed()}…`
    : line.toWellFormed();
}
