/** The backend in a browser: anonymous requests to wikis, and rows in memory. */
import {
  type ArgumentsOf,
  type AnswerOf,
  type Backend,
  type CallName,
  callsBy,
  unanswered,
} from '../../network/backend.ts';
import { type BackendDependencies, createBackend } from '../../network/create-backend.ts';
import { commonNotices } from '../../network/network-notices.ts';
import { streamAnswer } from '../../results/sql-answer.ts';
import type { SqlBatch, StreamSql } from '../../results/sql-question.ts';
import { createFetchClient } from './fetch-client.ts';
import { setImmediate } from './node-substitutes.ts';
import { withDeadline } from './wasm-database.ts';

/** A database in memory that is opened again, read-only, for each statement of a user. */
const sharedMemory = 'file:/results?vfs=memdb';

/** Megabytes of rows: a browser that has no more memory ends the whole page. */
const maxRowMegabytes = 400;

/** Calls that need credentials or files. */
const missing: ReadonlySet<CallName> = new Set([
  'signIn',
  'signOut',
  'diagnose',
  'keep',
  'openSnapshot',
  'deleteSnapshot',
  'setAsideSnapshots',
]);

/** Creates the backend, after SQLite has been loaded. */
export function createBrowserBackend(dependencies: BackendDependencies = {}): Backend {
  const backend = createBackend({
    ...dependencies,
    connect: () => createFetchClient(dependencies.limits),
    streamSql,
    sharedMemory,
  });
  async function call<Name extends CallName>(name: Name, args: ArgumentsOf<Name>): Promise<AnswerOf<Name>> {
    if (name === 'issue' || args.some(isForTracker))
      return unanswered(name, args, (site = '') => commonNotices.of('trackerNotInBrowser', { site }));
    if (missing.has(name)) return unanswered(name, args, () => commonNotices.of('notInBrowser', {}));
    return Reflect.apply(backend[name], backend, args);
  }
  return {
    ...callsBy(call),
    export: async () => ({ problem: commonNotices.of('notInBrowser', {}).message }),
    configure: ({ storage: _storage, session: _session, ...settings }) =>
      backend.configure({
        ...settings,
        maximumResults: Math.min(settings.maximumResults ?? maxRowMegabytes, maxRowMegabytes),
      }),
    release: run => backend.release(run),
    dispose: () => backend.dispose(),
  };
}

/** Whether an argument of a call is a tracker, or a request to one. */
function isForTracker(argument: unknown): boolean {
  if (typeof argument !== 'object' || argument === null) return false;
  if ('kind' in argument && argument.kind === 'tracker') return true;
  const parts: unknown = 'parts' in argument ? argument.parts : undefined;
  return (
    ('request' in argument && isForTracker(argument.request)) ||
    (Array.isArray(parts) && parts.some(isForTracker))
  );
}

/** Maximum rows of an answer, which is in memory until it is stored: the statement cannot wait for that. */
const maxRows = 200_000;

/** SQLite's words for a statement that was stopped. */
const interrupted = 'interrupted';

const streamSql: StreamSql = async (question, receive, signal) => {
  const batches: SqlBatch[] = [];
  const { time, rows } = question.bounds;
  const bounds = { ...question.bounds, rows: Math.min(rows, maxRows) };
  const end = withDeadline(time, () => streamAnswer({ ...question, bounds }, batch => batches.push(batch)));
  if ('refusal' in end)
    return end.detail === interrupted ? { refusal: 'time', detail: String(time / 1000) } : end;
  for (const batch of batches) {
    signal.throwIfAborted();
    receive(batch);
    await setImmediate();
  }
  return end;
};
