/** The entry of the worker thread: a remote behind messages. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { createRemote } from '../create.ts';
import type { RunSink } from '../remote.ts';
import type { FromWorker, ToWorker, WorkerWish } from './rpc.ts';
import { ThreadVault } from './vault.ts';

if (!parentPort) throw new Error('worker.ts runs as a worker thread only');
serve(parentPort);

function serve(port: MessagePort): void {
  const post = (message: FromWorker | WorkerWish): void => port.postMessage(message);
  const vault = new ThreadVault(post);
  const remote = createRemote({
    vault,
    sessionChanged: (site, state) => post({ kind: 'sessionChanged', site, state }),
  });
  const aborts = new Map<number, AbortController>();

  const answer = async (call: number, work: (signal: AbortSignal) => Promise<FromWorker>): Promise<void> => {
    const abort = new AbortController();
    aborts.set(call, abort);
    try {
      post(await work(abort.signal));
    } catch (error) {
      post({ kind: 'thrown', call, message: error instanceof Error ? error.message : String(error) });
    } finally {
      aborts.delete(call);
    }
  };
  const sinkOf = (call: number): RunSink => ({
    rows: part => post({ kind: 'rows', call, part }),
    progress: progress => post({ kind: 'progress', call, progress }),
  });

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'configure':
        remote.configure(message.settings);
        break;
      case 'run': {
        const { call, order } = message;
        void answer(call, async signal => ({
          kind: 'report',
          call,
          report: await remote.run(order, sinkOf(call), signal),
        }));
        break;
      }
      case 'more': {
        const { call, run, limit } = message;
        void answer(call, async signal => ({
          kind: 'report',
          call,
          report: await remote.more(run, limit, sinkOf(call), signal),
        }));
        break;
      }
      case 'raw': {
        const { call, run } = message;
        void answer(call, async () => ({ kind: 'text', call, text: await remote.raw(run) }));
        break;
      }
      case 'suggest': {
        const { call, site, order } = message;
        void answer(call, async signal => ({
          kind: 'suggested',
          call,
          answer: await remote.suggest(site, order, signal),
        }));
        break;
      }
      case 'describe': {
        const { call, site } = message;
        void answer(call, async signal => ({
          kind: 'description',
          call,
          description: await remote.describe(site, signal),
        }));
        break;
      }
      case 'issue': {
        const { call, order } = message;
        void answer(call, async signal => ({
          kind: 'fetched',
          call,
          result: await remote.issue(order, signal),
        }));
        break;
      }
      case 'signOut': {
        const { call, site, account } = message;
        void answer(call, async signal => ({
          kind: 'session',
          call,
          state: await remote.signOut(site, signal, account),
        }));
        break;
      }
      case 'signIn':
      case 'sessionState': {
        const { kind, call, site } = message;
        void answer(call, async signal => ({
          kind: 'session',
          call,
          state: await remote[kind](site, signal),
        }));
        break;
      }
      case 'secret':
        vault.receive(message);
        break;
      case 'abort':
        aborts.get(message.call)?.abort();
        break;
      case 'release':
        remote.release(message.run);
        break;
    }
  });
}
