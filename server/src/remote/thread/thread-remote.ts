import { performance } from 'node:perf_hooks';
import { failed } from '../../expectations/verdict.ts';
import { say } from '../../expectations/wording.ts';
import type { SessionState } from '../../protocol/login.ts';
import type { Notice } from '../../protocol/notice.ts';
import type { Site } from '../../protocol/sites.ts';
import { emptyVault, type Vault } from '../../session/vault.ts';
import { removeResults } from '../../results/result-files.ts';
import { commonNotices } from '../notices.ts';
import { resultPlaceOf } from '../result-place.ts';
import { type Ask, storedCalls } from './stored-calls.ts';
import type { Remote, RemoteSettings, RunProgress, RunOutcome, RunSink } from '../remote.ts';
import type { ArgumentsOf } from './rpc.ts';
import { answerOf } from './vault-proxy.ts';
import { WorkerCalls } from './worker-calls.ts';

/** The dependencies of a remote in a thread. */
export interface ThreadDependencies {
  /** Absent = all requests are anonymous. */
  readonly vault?: Vault;
  /** The session with a site has changed. */
  readonly sessionChanged?: (site: Site, state: SessionState) => void;
  /** Milliseconds in which the thread must confirm that a call is cancelled. */
  readonly abortTimeout?: number;
}

/** What this thread knows about a run, to report it if its worker ends. */
interface KnownRun {
  readonly site: string;
  readonly begin: number;
  /** The worker of the run. */
  worker?: object | undefined;
  progress: RunProgress;
}

/**
 * A remote in a separate thread. `workerFile`: the bundled `worker.js`, or a module in a test. If the thread ends, its
 * runs are incomplete and keep their rows.
 */
export function createThreadRemote(workerFile: string | URL, dependencies: ThreadDependencies = {}): Remote {
  const runs = new Map<string, KnownRun>();
  let settings: RemoteSettings | undefined;
  const calls = new WorkerCalls({
    file: workerFile,
    abortTimeout: dependencies.abortTimeout,
    greet: () => (settings ? [{ kind: 'configure', settings }] : []),
    receive: (message, answer) => {
      if (message.kind === 'vault') void answerOf(dependencies.vault ?? emptyVault, message).then(answer);
      else dependencies.sessionChanged?.(message.site, message.state);
    },
  });

  const ask: Ask = async (name, args, options) => {
    const outcome = await calls.make(name, args, options);
    if (outcome.kind === 'thrown') throw outcome.error;
    return outcome.kind === 'answer' ? outcome : undefined;
  };

  async function advance<Name extends 'run' | 'more'>(
    name: Name,
    args: ArgumentsOf<Name>,
    known: KnownRun,
    sink: RunSink,
    signal: AbortSignal,
  ): Promise<RunOutcome | undefined> {
    const observed: RunSink = {
      table: state => sink.table(state),
      progress: progress => {
        known.progress = progress;
        known.worker = calls.worker;
        sink.progress(progress);
      },
    };
    const outcome = await calls.make(name, args, { signal, sink: observed });
    if (outcome.kind === 'answer') return outcome.answer;
    if (outcome.kind === 'lost')
      return interrupted(known, outcome.isCancelled ? 'cancelled' : 'workerStopped');
    return { ...interrupted(known, 'fault'), fault: outcome.error };
  }

  return {
    configure(next) {
      settings = next;
      if (calls.worker) calls.post({ kind: 'configure', settings: next });
    },
    async run(request, sink, signal) {
      const known: KnownRun = {
        site: request.site.name,
        begin: performance.now(),
        progress: { rows: 0, requests: 0 },
      };
      runs.set(request.run, known);
      return (await advance('run', [request], known, sink, signal)) ?? interrupted(known, 'workerStopped');
    },
    async more(run, limit, sink, signal) {
      const known = runs.get(run);
      if (!known) return undefined;
      if (known.worker !== calls.worker) return interrupted(known, 'workerStopped');
      return advance('more', [run, limit], known, sink, signal);
    },
    window: async params => (await ask('window', [params]))?.answer,
    cell: async params => (await ask('cell', [params]))?.answer,
    identities: async params => (await ask('identities', [params]))?.answer,
    statistics: async params => (await ask('statistics', [params]))?.answer,
    copy: async params => (await ask('copy', [params]))?.answer,
    sqlSource: async names => (await ask('sqlSource', [names]))?.answer,
    async export(params, progress, signal) {
      const sink: RunSink = {
        table: () => undefined,
        progress: ({ rows, total = rows }) => progress(rows, total),
      };
      return (await ask('export', [params], { signal, sink }))?.answer;
    },
    ...storedCalls(ask),
    judge: async (request, signal) =>
      (await ask('judge', [request], { signal }))?.answer ??
      request.expectations.map(() => failed(say('failed.lost'))),
    async raw(run) {
      if (!calls.worker) return undefined;
      return (await ask('raw', [run]))?.answer;
    },
    async issue(request, signal) {
      const outcome = await ask('issue', [request], { signal });
      return outcome?.answer ?? { notices: [stopped(request.site.name)] };
    },
    describe: async (site, signal) => (await ask('describe', [site], { signal }))?.answer,
    async survey(site, signal) {
      const outcome = await ask('survey', [site], { signal });
      return outcome?.answer ?? { notice: stopped(site.name) };
    },
    async diagnose(site, signal) {
      const outcome = await ask('diagnose', [site], { signal });
      return outcome?.answer ?? { steps: [], text: `${stopped(site.name).message}\n` };
    },
    async filters(site, id, signal) {
      const outcome = await ask('filters', [site, id], { signal });
      return outcome?.answer ?? { filters: [], notices: [stopped(site.name)] };
    },
    projects: async (site, signal) => (await ask('projects', [site], { signal }))?.answer,
    suggest: async (site, request, signal) => (await ask('suggest', [site, request], { signal }))?.answer,
    release(run) {
      runs.delete(run);
      if (calls.worker) calls.post({ kind: 'release', run });
    },
    signIn: (site, signal) => stateOf(site, ask('signIn', [site], { signal })),
    signOut: (site, signal, account) => stateOf(site, ask('signOut', [site, account], { signal })),
    sessionState: site => stateOf(site, ask('sessionState', [site])),
    async dispose(keepsResults = false) {
      await calls.end();
      const place = settings && resultPlaceOf(settings);
      if (!keepsResults && place !== undefined) removeResults(place);
    },
  };
}

/** The state in the result; without one, it is unknown. */
const stateOf = async (
  site: Site,
  asked: Promise<{ readonly answer: SessionState } | undefined>,
): Promise<SessionState> =>
  (await asked)?.answer ?? { state: 'unknown', message: stopped(site.name).message };

const stopped = (site: string): Notice => commonNotices.of('workerStopped', { site });

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
