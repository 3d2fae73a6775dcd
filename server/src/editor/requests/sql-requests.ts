/** Requests of the SQL view. */
import type { Connection } from 'vscode-languageserver';
import {
  sqlCompletionRequest,
  sqlHoverRequest,
  sqlProblemsRequest,
  sqlRunRequest,
  sqlTablesRequest,
} from '#shared/protocol/sql-requests.ts';
import { sqlService, type SqlService } from '../../results/sql/sql-service.ts';
import { onRequest } from './custom-requests.ts';
import { failedRun } from '../run-results.ts';
import { type Guard, signalOf } from '../guard.ts';
import { runSql, tablesNow } from '../sql-runs.ts';
import type { Workspace } from '../workspace.ts';

/** Answers the requests of `protocol/sql.ts`, which serve the SQL view. */
export function registerSqlRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  const { runtime, fault } = workspace;
  const service = async (): Promise<SqlService> => {
    const tables = await tablesNow(workspace);
    return sqlService(tables.map(({ shown }) => shown));
  };
  onRequest(
    connection,
    sqlTablesRequest,
    guard('SQL tables', { tables: [] }, async () => ({
      tables: (await tablesNow(workspace)).map(({ shown }) => shown),
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
      problems: await runtime.checkSql(
        sql,
        (await tablesNow(workspace)).map(({ shown }) => shown),
      ),
    })),
  );

  onRequest(connection, sqlRunRequest, (params, token) =>
    runSql(connection, workspace, params, signalOf(token)).catch((error: unknown) => {
      fault('SQL', error);
      return failedRun(params.run, 'fault', runtime.wording);
    }),
  );
}
