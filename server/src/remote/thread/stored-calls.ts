import { commonNotices } from '../notices.ts';
import type { RunOutcome, StoredResults } from '../remote.ts';
import type { ArgumentsOf, CallName } from './rpc.ts';
import type { CallOptions, Outcome } from './worker-calls.ts';

/** The result of a call; `undefined` = it was lost. Rejects with internal errors. */
export type Ask = <Name extends CallName>(
  name: Name,
  args: ArgumentsOf<Name>,
  options?: CallOptions,
) => Promise<Extract<Outcome<Name>, { kind: 'answer' }> | undefined>;

/** The calls about stored results. */
export function storedCalls(ask: Ask): StoredResults {
  return {
    compare: async (params, sink, signal) =>
      (await ask('compare', [params], { sink, signal }))?.answer ?? lostReport(),
    comparisonText: async params => (await ask('comparisonText', [params]))?.answer,
    keep: async (params, signal) => (await ask('keep', [params], { signal }))?.answer ?? lost(),
    snapshots: async () => (await ask('snapshots', []))?.answer ?? lost(),
    openSnapshot: async (params, sink, signal) =>
      (await ask('openSnapshot', [params], { sink, signal }))?.answer ?? { report: lostReport() },
    deleteSnapshot: async snapshot => (await ask('deleteSnapshot', [snapshot]))?.answer ?? lost(),
    snapshotTables: async () => (await ask('snapshotTables', []))?.answer ?? [],
    runSql: async (request, sink, signal) =>
      (await ask('runSql', [request], { sink, signal }))?.answer ?? { report: lostReport(), columns: [] },
    setAsideSnapshots: async () => (await ask('setAsideSnapshots', []))?.answer ?? lost(),
  };
}

const notice = () => commonNotices.of('storeStopped', {});
const lost = () => ({ problem: notice().message });

const lostReport = (): RunOutcome => ({
  status: 'failed',
  rows: 0,
  requests: 0,
  milliseconds: 0,
  errors: [],
  warnings: [],
  notices: [notice()],
});
