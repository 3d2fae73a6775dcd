import type { MessagePort } from 'node:worker_threads';
import type { RemoteDependencies } from '../create-remote.ts';
import type { Remote, RunSink } from '../remote.ts';
import { type Call, type CallName, type FromWorker, make, thrownBy, type ToWorker } from './rpc.ts';
import { VaultProxy } from './vault-proxy.ts';

/** The worker's side: executes the calls that the port receives. */
export function serve(port: MessagePort, create: (dependencies: RemoteDependencies) => Remote): void {
  const post = (message: FromWorker): void => port.postMessage(message);
  const vault = new VaultProxy(post);
  const remote = create({
    vault,
    sessionChanged: (site, state) => post({ kind: 'sessionChanged', site, state }),
  });
  const aborts = new Map<number, AbortController>();

  async function answer<Name extends CallName>(message: Call<Name>): Promise<void> {
    const { call, name } = message;
    const abort = new AbortController();
    const sink: RunSink = {
      table: state => post({ kind: 'table', call, state }),
      progress: progress => post({ kind: 'progress', call, progress }),
    };
    aborts.set(call, abort);
    post({ kind: 'begun', call });
    try {
      const result = await make(message, remote, abort.signal, sink);
      post({ kind: 'answer', call, name, answer: result });
    } catch (error) {
      post(thrownBy(call, error));
    } finally {
      aborts.delete(call);
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'call':
        void answer(message);
        break;
      case 'abort':
        aborts.get(message.call)?.abort();
        post({ kind: 'aborted', call: message.call });
        break;
      case 'configure':
        remote.configure(message.settings);
        break;
      case 'release':
        remote.release(message.run);
        break;
      case 'secret':
        vault.receive(message);
        break;
    }
  });
}
