import type { Connection } from 'vscode-languageserver';
import { tableNotification } from '../protocol/results.ts';
import { progressNotification, type RunResult } from '../protocol/run.ts';
import {
  sqlCompletionRequest,
  sqlHoverRequest,
  sqlProblemsRequest,
  type SqlRunParams,
  sqlRunRequest,
  sqlTablesRequest,
} from '../protocol/sql.ts';
import type { SqlRunReport } from '../remote/remote.ts';
import { sqlService, type SqlService } from '../sql/service.ts';
import { tokensOf } from '../sql/tokens.ts';
import { notify, onRequest } from './custom-requests.ts';
import { failedRun } from './failed-run.ts';
import type { Guard } from './guard.ts';
import type { ColumnSite, SessionTable, SessionTables } from './session-tables.ts';
import { signalOf, type Workspace } from './workspace.ts';

/** The tables of a session by now. */
export const tablesNow = async ({ runtime }: Workspace, tables: SessionTables): Promise<SessionTable[]> =>
  tables.all(await runtime.remote.snapshotTables());

/** The language of statements about them; also for statements in other files. */
export async function sqlServiceNow(workspace: Workspace, tables: SessionTables): Promise<SqlService> {
  const all = await tablesNow(workspace, tables);
  return sqlService({ tables: all.map(({ shown }) => shown), check: workspace.runtime.checkSql });
}

/** Answers the requests of `protocol/sql.ts`. */
export function registerSqlRequests(
  connection: Connection,
  workspace: Workspace,
  tables: SessionTables,
  guard: Guard,
): void {
  const { runtime, fault } = workspace;
  const service = (): Promise<SqlService> => sqlServiceNow(workspace, tables);
  onRequest(
    connection,
    sqlTablesRequest,
    guard('SQL tables', { tables: [] }, async () => ({
      tables: (await tablesNow(workspace, tables)).map(({ shown }) => shown),
    })),
  );
  onRequest(
    connection,
    sqlCompletionRequest,
    guard(
      'SQL completion',
      { start: 0, end: 0, proposals: [] },
      async ({ sql, offset }: { readonly sql: string; readonly offset: number }) =>
        (await service()).complete(sql, offset),
    ),
  );
  onRequest(
    connection,
    sqlHoverRequest,
    guard(
      'SQL hover',
      null,
      async ({ sql, offset }: { readonly sql: string; readonly offset: number }) =>
        (await service()).hover(sql, offset) ?? null,
    ),
  );
  onRequest(
    connection,
    sqlProblemsRequest,
    guard('SQL problems', { problems: [] }, async ({ sql }: { readonly sql: string }) => ({
      problems: (await service()).problems(sql),
    })),
  );

  const run = async ({ run: id, sql }: SqlRunParams, signal: AbortSignal): Promise<RunResult> => {
    const all = await tablesNow(workspace, tables);
    const words = new Set(Array.from(tokensOf(sql), ({ text }) => text.toLowerCase()));
    const named = all.filter(({ stored }) => words.has(stored.name.toLowerCase()));
    const title = titleOf(sql);
    const request = { run: id, title, sql, tables: named.map(({ stored }) => stored) };
    const sink = {
      table: (state: Parameters<Parameters<typeof runtime.remote.runSql>[1]['table']>[0]) =>
        notify(connection, tableNotification, { run: id, ...state }),
      progress: (progress: { readonly rows: number; readonly requests: number }) =>
        notify(connection, progressNotification, { run: id, title, ...progress }),
    };
    const answer = await runtime.remote.runSql(request, sink, signal);
    const { errors: _errors, warnings: _warnings, fault: _fault, ...outcome } = answer.report;
    return { run: id, title, asked: { title, query: sql }, ...sitesOf(answer.columns, named), ...outcome };
  };
  onRequest(connection, sqlRunRequest, (params, token) =>
    run(params, signalOf(token)).catch((error: unknown) => {
      fault('SQL', error);
      return failedRun(params.run, 'fault', runtime.wording);
    }),
  );
}

/** Where the issues, and where the pages of a result open: at the sites that its first such columns come from. */
function sitesOf(columns: SqlRunReport['columns'], tables: readonly SessionTable[]): ColumnSite {
  const sources = (types: readonly string[]): SessionTable | undefined =>
    columns
      .filter(({ type }) => types.includes(type))
      .map(({ table }) => tables.find(({ stored }) => stored.name === table))
      .find(table => table !== undefined);
  const issues = sources(['issue']);
  const pages = sources(['page', 'user']);
  const site = issues?.site ?? pages?.site;
  return { ...(site && { site }), ...(pages?.pageUrl !== undefined && { pageUrl: pages.pageUrl }) };
}

const longestTitle = 80;

/** A statement goes by the comment that it begins with, else by its own beginning. */
function titleOf(sql: string): string {
  const comment = /^\s*--+[ \t]*(?<text>[^\n]*)/.exec(sql)?.groups?.['text']?.trim() ?? '';
  const line = comment === '' ? sql.trim().split(/\s+/).join(' ') : comment;
  return line.slice(0, longestTitle).toWellFormed();
}
