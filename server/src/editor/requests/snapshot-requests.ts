/** Requests about snapshots of results. */
import type { Connection } from 'vscode-languageserver';
import { tableNotification } from '#shared/protocol/results.ts';
import { progressNotification, type RunResult } from '#shared/protocol/run.ts';
import {
  type CompareParams,
  compareRequest,
  comparisonTextRequest,
  deleteSnapshotRequest,
  keepRequest,
  type OpenSnapshotParams,
  openSnapshotRequest,
  setAsideRequest,
  snapshotsRequest,
} from '#shared/protocol/snapshots.ts';
import type { RunOutcome, RunSink } from '../../network/backend.ts';
import { failedRun } from '../run-results.ts';
import { notify, onRequest } from './custom-requests.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

/** Answers the requests of `protocol/snapshots.ts`; a cancelled one is answered with its outcome, not by the guard. */
export function registerSnapshotRequests(connection: Connection, { runtime, fault }: Workspace): void {
  const { backend, wording } = runtime;
  const sinkOf = (run: string, title: string): RunSink => ({
    table: state => notify(connection, tableNotification, { run, ...state }),
    progress: progress => notify(connection, progressNotification, { run, title, ...progress }),
  });
  const orFault = async <Result>(feature: string, work: Promise<Result>, failed: Result): Promise<Result> =>
    work.catch((error: unknown) => {
      fault(feature, error);
      return failed;
    });
  const failed = (run: string): RunResult => failedRun(run, 'fault', wording);
  const problem = (): { readonly problem: string } => ({ problem: wording('fault') });

  const compare = async (params: CompareParams, signal: AbortSignal): Promise<RunResult> => {
    const { run, title } = params;
    return resultOf(run, title, await backend.compare(params, sinkOf(run, title), signal));
  };
  const open = async (params: OpenSnapshotParams, signal: AbortSignal): Promise<RunResult> => {
    const { run } = params;
    const { outcome, about } = await backend.openSnapshot(params, sinkOf(run, ''), signal);
    if (about === undefined) return resultOf(run, '', outcome);
    const { title, site, pageUrl, total, milliseconds } = about;
    return {
      ...resultOf(run, title, outcome),
      milliseconds,
      ...(site && { site }),
      ...(pageUrl !== undefined && { pageUrl }),
      ...(total !== undefined && { total }),
    };
  };
  onRequest(connection, compareRequest, (params, token) =>
    orFault('compare', compare(params, signalOf(token)), failed(params.run)),
  );
  onRequest(connection, comparisonTextRequest, async params => {
    const text = await orFault('comparison text', backend.comparisonText(params), undefined);
    return text === undefined ? null : { text };
  });
  onRequest(connection, keepRequest, (params, token) =>
    orFault('keep', backend.keep(params, signalOf(token)), problem()),
  );
  onRequest(connection, snapshotsRequest, () => orFault('snapshots', backend.snapshots(), problem()));
  onRequest(connection, openSnapshotRequest, (params, token) =>
    orFault('open snapshot', open(params, signalOf(token)), failed(params.run)),
  );
  onRequest(connection, deleteSnapshotRequest, ({ snapshot }) =>
    orFault('delete snapshot', backend.deleteSnapshot(snapshot), problem()),
  );
  onRequest(connection, setAsideRequest, () => orFault('set aside', backend.setAsideSnapshots(), problem()));
}

function resultOf(run: string, title: string, outcome: RunOutcome): RunResult {
  const { errors: _errors, warnings: _warnings, fault: _fault, ...rest } = outcome;
  return { run, title, ...rest };
}
