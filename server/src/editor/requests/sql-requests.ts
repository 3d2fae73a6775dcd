/** Requests of the SQL view. */
import type { Connection } from 'vscode-languageserver';
import {
  sqlCompletionRequest,
  sqlHoverRequest,
  sqlProblemsRequest,
  sqlRunRequest,
  sqlTablesRequest,
} from '#shared/protocol/sql-requests.ts';
import type { SqlTable } from '../../results/sql/nameable-tables.ts';
import { completeSql } from '../../results/sql/sql-completion.ts';
import { hoverSql } from '../../results/sql/sql-hover.ts';
import { onRequest } from './custom-requests.ts';
import { failedRun } from '../run-results.ts';
import { type Guard, signalOf } from '../guard.ts';
import { runSql, tablesNow } from '../sql-runs.ts';
import type { Workspace } from '../workspace.ts';

/** Answers the requests of `protocol/sql.ts`, which serve the SQL view. */
export function registerSqlRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  const { runtime, fault } = workspace;
  const tables = async (): Promise<SqlTable[]> => (await tablesNow(workspace)).map(({ shown }) => shown);
  onRequest(
    connection,
    sqlTablesRequest,
    guard('SQL tables', { tables: [] }, async () => ({ tables: await tables() })),
  );
  onRequest(
    connection,
    sqlCompletionRequest,
    guard(
      'SQL completion',
      { start: 0, end: 0, proposals: [] },
      async ({ sql, offset }: { readonly sql: string; readonly offset: number }) =>
        completeSql(sql, offset, await tables()),
    ),
  );
  onRequest(
    connection,
    sqlHoverRequest,
    guard(
      'SQL hover',
      null,
      async ({ sql, offset }: { readonly sql: string; readonly offset: number }) =>
        hoverSql(sql, offset, await tables()) ?? null,
    ),
  );
  onRequest(
    connection,
    sqlProblemsRequest,
    guard('SQL problems', { problems: [] }, async ({ sql }: { readonly sql: string }) => ({
      problems: await runtime.checkSql(sql, await tables()),
    })),
  );

  onRequest(connection, sqlRunRequest, (params, token) =>
    runSql(connection, workspace, params, signalOf(token)).catch((error: unknown) => {
      fault('SQL', error);
      return failedRun(params.run, 'fault', runtime.wording);
    }),
  );
}
