import { Worker } from 'node:worker_threads';
import type { SessionState } from '../../protocol/login.ts';
import type { Site } from '../../protocol/sites.ts';
import { emptyVault, type Vault } from '../../session/vault.ts';
import { wikiNotices } from '../notices.ts';
import type { Remote, RemoteSettings, RunReport, RunSink } from '../remote.ts';
import type { FromWorker, ToWorker, WorkerWish } from './rpc.ts';
import { answerOf } from './vault.ts';

/**
 * A worker that needs more than this is ended, not the language server with it. The young part is
 * small, so that the short-lived buffers of a big answer are collected while it is read.
 */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

interface Call {
  readonly sink?: RunSink;
  settle(message: FromWorker): void;
  /** The worker is gone. */
  lost(): void;
}

/** What the worker wants of this thread. */
export interface ThreadDependencies {
  /** Absent = everything is anonymous. */
  readonly vault?: Vault;
  /** The session with a site is another one now. */
  readonly sessionChanged?: (site: Site, state: SessionState) => void;
}

/**
 * A remote in a thread of its own. `workerFile`: the bundled `worker.js`, or `worker.ts` in a test.
 * The thread starts with the first call, and anew after it died; its runs are lost then.
 */
export function createThreadRemote(workerFile: string | URL, edges: ThreadDependencies = {}): Remote {
  const calls = new Map<number, Call>();
  const sites = new Map<string, string>();
  let settings: RemoteSettings | undefined;
  let worker: Worker | undefined;
  let count = 0;

  const start = (): Worker => {
    const started = new Worker(workerFile, { resourceLimits: memory, stdout: true, stderr: true });
    const tell = (message: ToWorker): void => {
      if (worker === started) post(message);
    };
    started.on('message', (message: FromWorker | WorkerWish) => {
      if (message.kind === 'vault') void answerOf(edges.vault ?? emptyVault, message).then(tell);
      else if (message.kind === 'sessionChanged') edges.sessionChanged?.(message.site, message.state);
      else receive(message);
    });
    // What ended it is told to each caller; an `exit` always follows.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const lost = [...calls.values()];
      calls.clear();
      for (const call of lost) call.lost();
    });
    if (settings) started.postMessage({ kind: 'configure', settings } satisfies ToWorker, []);
    return started;
  };
  const post = (message: ToWorker): void => {
    worker ??= start();
    worker.postMessage(message, []);
  };

  function receive(message: FromWorker): void {
    const call = calls.get(message.call);
    switch (message.kind) {
      case 'rows':
        call?.sink?.rows(message.part);
        break;
      case 'progress':
        call?.sink?.progress(message.progress);
        break;
      case 'report':
      case 'text':
      case 'description':
      case 'fetched':
      case 'suggested':
      case 'session':
      case 'thrown':
        calls.delete(message.call);
        call?.settle(message);
        break;
    }
  }

  /** Sends a call and waits for its outcome; `undefined` = the worker died. */
  function ask(
    message: (call: number) => ToWorker,
    sink?: RunSink,
    signal?: AbortSignal,
  ): Promise<FromWorker | undefined> {
    const call = count++;
    const abort = (): void => post({ kind: 'abort', call });
    return new Promise<FromWorker | undefined>((resolve, reject) => {
      calls.set(call, {
        ...(sink ? { sink } : {}),
        settle: outcome =>
          outcome.kind === 'thrown' ? reject(new Error(outcome.message)) : resolve(outcome),
        lost: () => resolve(undefined),
      });
      post(message(call));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
    }).finally(() => signal?.removeEventListener('abort', abort));
  }

  const reportOf = async (
    run: string,
    outcome: Promise<FromWorker | undefined>,
  ): Promise<RunReport | undefined> => {
    const message = await outcome;
    return message ? (message.kind === 'report' ? message.report : undefined) : stopped(sites.get(run) ?? '');
  };

  const session = async (
    site: Site,
    question: (call: number) => ToWorker,
    signal?: AbortSignal,
  ): Promise<SessionState> => {
    const answer = await ask(question, undefined, signal);
    if (answer?.kind === 'session') return answer.state;
    return { state: 'unknown', message: wikiNotices.of('workerStopped', { site: site.name }).message };
  };

  return {
    configure(next) {
      settings = next;
      if (worker) post({ kind: 'configure', settings: next });
    },
    async run(order, sink, signal) {
      sites.set(order.run, order.site.name);
      const report = await reportOf(
        order.run,
        ask(call => ({ kind: 'run', call, order }), sink, signal),
      );
      return report ?? stopped(order.site.name);
    },
    more: (run, limit, sink, signal) =>
      reportOf(
        run,
        ask(call => ({ kind: 'more', call, run, limit }), sink, signal),
      ),
    async raw(run) {
      if (!worker) return undefined;
      const message = await ask(call => ({ kind: 'raw', call, run }));
      return message?.kind === 'text' ? message.text : undefined;
    },
    async describe(site, signal) {
      const message = await ask(call => ({ kind: 'describe', call, site }), undefined, signal);
      return message?.kind === 'description' ? message.description : undefined;
    },
    async issue(order, signal) {
      const message = await ask(call => ({ kind: 'issue', call, order }), undefined, signal);
      if (message?.kind === 'fetched') return message.result;
      return { notices: [wikiNotices.of('workerStopped', { site: order.site.name })] };
    },
    async suggest(site, order, signal) {
      const message = await ask(call => ({ kind: 'suggest', call, site, order }), undefined, signal);
      return message?.kind === 'suggested' ? message.answer : undefined;
    },
    release(run) {
      sites.delete(run);
      if (worker) post({ kind: 'release', run });
    },
    signIn: (site, signal) => session(site, call => ({ kind: 'signIn', call, site }), signal),
    signOut: (site, signal, account) =>
      session(site, call => ({ kind: 'signOut', call, site, account }), signal),
    sessionState: site => session(site, call => ({ kind: 'sessionState', call, site })),
    async dispose() {
      await worker?.terminate();
    },
  };
}

/** The report of a run whose worker died. */
function stopped(site: string): RunReport {
  return {
    status: 'failed',
    rows: 0,
    requests: 0,
    milliseconds: 0,
    errors: [],
    warnings: [],
    notices: [wikiNotices.of('workerStopped', { site })],
  };
}
