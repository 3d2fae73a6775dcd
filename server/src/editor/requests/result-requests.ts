/** Requests for parts of stored results. */
import type { Connection } from 'vscode-languageserver';
import {
  type CellParams,
  cellRequest,
  type CopyParams,
  copyRequest,
  type ExportParams,
  exportProgressNotification,
  exportRequest,
  sessionEndNotification,
  type StatisticsParams,
  statisticsRequest,
  type WindowParams,
  windowRequest,
} from '#shared/protocol/results.ts';
import { notify, onNotification, onRequest } from './custom-requests.ts';
import { type Guard, signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Answers the requests of `protocol/results.ts`: parts of the stored rows, for panels and exports.
 *
 * @returns whether the client said that its session ends
 */
export function registerResultRequests(
  connection: Connection,
  { runtime: { backend }, fault }: Workspace,
  guard: Guard,
): () => boolean {
  let isEnding = false;
  onRequest(
    connection,
    windowRequest,
    guard('window', null, async (params: WindowParams) => (await backend.window(params)) ?? null),
  );
  onRequest(
    connection,
    cellRequest,
    guard('cell', null, async (params: CellParams) => (await backend.cell(params)) ?? null),
  );
  onRequest(
    connection,
    statisticsRequest,
    guard('statistics', null, async (params: StatisticsParams) => (await backend.statistics(params)) ?? null),
  );
  onRequest(
    connection,
    copyRequest,
    guard('copy', null, async (params: CopyParams) => (await backend.copy(params)) ?? null),
  );
  onRequest(
    connection,
    exportRequest,
    // A cancelled export has an outcome too, which LSP's own answer to a cancelled request would hide.
    async (params: ExportParams, token) => {
      const progress = (rows: number, total: number): void =>
        notify(connection, exportProgressNotification, { file: params.file, rows, total });
      try {
        return (await backend.export(params, progress, signalOf(token))) ?? null;
      } catch (error) {
        fault('export', error);
        return null;
      }
    },
  );
  onNotification(connection, sessionEndNotification, () => {
    isEnding = true;
  });
  return () => isEnding;
}
