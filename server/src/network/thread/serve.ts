/** The backend in its worker: executes the calls that are sent to it. */
import type { BackendDependencies } from '../create-backend.ts';
import type { CallName, Backend } from '../backend.ts';
import { type Answer, type Call, type FromWorker, thrownBy, type ToWorker } from './messages.ts';
import { fromSentArguments } from './sent-arguments.ts';
import { VaultProxy } from './vault-proxy.ts';

/** The worker's end of the messages. */
interface ServedPort {
  postMessage(message: FromWorker): void;
  on(event: 'message', receive: (message: ToWorker) => void): void;
}

/** The worker's side: executes the calls that the port receives. */
export function serve(port: ServedPort, create: (dependencies: BackendDependencies) => Backend): void {
  const post = (message: FromWorker): void => port.postMessage(message);
  const vault = new VaultProxy(post);
  const backend = create({
    vault,
    sessionChanged: (site, state) => post({ kind: 'sessionChanged', site, state }),
  });
  const aborts = new Map<number, AbortController>();

  async function execute({ call, name, args }: Call): Promise<void> {
    const abort = new AbortController();
    aborts.set(call, abort);
    post({ kind: 'begun', call });
    try {
      const received = fromSentArguments(args, abort.signal, use => post({ kind: 'callback', call, use }));
      post(await answerOf(backend, call, name, received));
    } catch (error) {
      post(thrownBy(call, error));
    } finally {
      aborts.delete(call);
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'call':
        void execute(message);
        break;
      case 'abort':
        aborts.get(message.call)?.abort();
        post({ kind: 'aborted', call: message.call });
        break;
      case 'configure':
        backend.configure(message.settings);
        break;
      case 'release':
        backend.release(message.run);
        break;
      case 'secret':
        vault.receive(message);
        break;
    }
  });
}

/** Calls the backend's method of that name. */
async function answerOf(
  backend: Backend,
  call: number,
  name: CallName,
  args: readonly unknown[],
): Promise<Answer> {
  return { kind: 'answer', call, name, answer: await Reflect.apply(backend[name], backend, args) };
}
