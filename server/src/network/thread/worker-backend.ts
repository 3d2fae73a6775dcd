/** The backend as the server sees it: each call is sent to a worker. */
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { emptyVault, type Vault } from '../session/vault.ts';
import { commonNotices } from '../network-notices.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type CallName,
  callRules,
  callsBy,
  type Backend,
  type BackendSettings,
  type RunProgress,
  type RunOutcome,
  type RunSink,
  unanswered,
  type UnansweredNotice,
} from '../backend.ts';
import { answerFromVault } from './vault-proxy.ts';
import { type StartWorker, WorkerCalls } from './worker-calls.ts';

/** The dependencies of a backend in a worker. */
export interface WorkerDependencies {
  /** Absent = all requests are anonymous. */
  readonly vault?: Vault;
  /** The session with a site has changed. */
  readonly sessionChanged?: (site: Site, state: SessionState) => void;
  /** Called when the backend has ended with its results, which the worker may have left. */
  readonly discard?: (settings: BackendSettings) => void;
  /** Milliseconds in which the worker must confirm that a call is cancelled. */
  readonly abortTimeout?: number;
}

/** The state of a run in this thread, to report it if its worker ends. */
interface KnownRun {
  readonly site: string;
  readonly begin: number;
  /** The worker of the run. */
  worker?: object | undefined;
  progress: RunProgress;
}

/** A backend in a worker. If it ends, its runs are incomplete and keep their rows. */
export function createWorkerBackend(start: StartWorker, dependencies: WorkerDependencies = {}): Backend {
  const runs = new Map<string, KnownRun>();
  let settings: BackendSettings | undefined;
  const calls = new WorkerCalls({
    start,
    abortTimeout: dependencies.abortTimeout,
    greet: () => (settings ? [{ kind: 'configure', settings }] : []),
    receive: (message, answer) => {
      if (message.kind === 'vault')
        void answerFromVault(dependencies.vault ?? emptyVault, message).then(answer);
      else dependencies.sessionChanged?.(message.site, message.state);
    },
  });

  /** Rejects with internal errors of the worker. */
  async function call<Name extends CallName>(name: Name, args: ArgumentsOf<Name>): Promise<AnswerOf<Name>> {
    if (callRules[name].needsThread && !calls.worker) return unanswered(name, args, stopped);
    const outcome = await calls.make(name, args);
    if (outcome.kind === 'thrown') throw outcome.error;
    return outcome.kind === 'answer' ? outcome.answer : unanswered(name, args, stopped);
  }

  /** Has the sink's progress remembered in the run. */
  const observed = (sink: RunSink, run: KnownRun): RunSink => ({
    table: state => sink.table(state),
    progress: progress => {
      run.progress = progress;
      run.worker = calls.worker;
      sink.progress(progress);
    },
  });

  async function advance<Name extends 'run' | 'more'>(
    name: Name,
    args: ArgumentsOf<Name>,
    run: KnownRun,
  ): Promise<AnswerOf<Name> | RunOutcome> {
    const outcome = await calls.make(name, args);
    if (outcome.kind === 'answer') return outcome.answer;
    if (outcome.kind === 'lost') return interrupted(run, outcome.isCancelled ? 'cancelled' : 'workerStopped');
    return { ...interrupted(run, 'fault'), fault: outcome.error };
  }

  return {
    ...callsBy(call),
    configure(next) {
      settings = next;
      if (calls.worker) calls.post({ kind: 'configure', settings: next });
    },
    async run(request, sink, signal) {
      const run: KnownRun = {
        site: request.site.name,
        begin: performance.now(),
        progress: { rows: 0, requests: 0 },
      };
      runs.set(request.run, run);
      return advance('run', [request, observed(sink, run), signal], run);
    },
    async more(id, limit, sink, signal) {
      const run = runs.get(id);
      if (!run) return undefined;
      if (run.worker !== calls.worker) return interrupted(run, 'workerStopped');
      return advance('more', [id, limit, observed(sink, run), signal], run);
    },
    release(run) {
      runs.delete(run);
      if (calls.worker) calls.post({ kind: 'release', run });
    },
    async dispose(keepsResults = false) {
      await calls.end();
      if (!keepsResults && settings !== undefined) dependencies.discard?.(settings);
    },
  };
}

const stopped: UnansweredNotice = site =>
  site === undefined ? commonNotices.of('storeStopped', {}) : commonNotices.of('workerStopped', { site });

/** The report of a run whose worker has ended. */
function interrupted(
  { site, begin, progress: { rows, requests, total } }: KnownRun,
  code: 'cancelled' | 'workerStopped' | 'fault',
): RunOutcome {
  return {
    status: rows > 0 ? 'incomplete' : 'failed',
    rows,
    requests,
    ...(total !== undefined && { total }),
    milliseconds: Math.round(performance.now() - begin),
    errors: [],
    warnings: [],
    notices: [commonNotices.of(code, { site })],
  };
}
