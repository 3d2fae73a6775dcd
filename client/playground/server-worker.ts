/** The worker of the language server, which is started again when it has ended. */

/** Maximum restarts: a text that ends the server would end each next one too. */
const maxRestarts = 3;

/** The error of requests that nobody answers any more: the protocol’s `RequestFailed`. */
const unanswered = { code: -32_803, message: 'The language server has ended' };

type Listener = (message: unknown) => void;
type RequestId = string | number;

export class ServerWorker {
  /** Called after another worker was started, which knows nothing yet. */
  onRestart: () => void = () => undefined;
  /** Called when no worker can be started. */
  onFailure: () => void = () => undefined;
  readonly #script: string;
  readonly #listeners = new Set<Listener>();
  readonly #unanswered = new Set<RequestId>();
  #worker: Worker;
  #restarts = 0;

  constructor(script: string) {
    this.#script = script;
    this.#worker = this.#start();
  }

  post(message: object): void {
    const id = isRequest(message) ? idOf(message) : undefined;
    if (id !== undefined) this.#unanswered.add(id);
    this.#worker.postMessage(message);
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  ignore(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Starts a worker. A browser does not say that a worker has ended; the lock with its name does. */
  #start(): Worker {
    const name = crypto.randomUUID();
    const worker = new Worker(this.#script, { name, type: 'module' });
    let isAlive = false;
    const end = (): void => {
      if (worker !== this.#worker) return;
      worker.terminate();
      this.#end(isAlive);
    };
    worker.addEventListener('error', end);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data !== name) {
        this.#receive(data);
        return;
      }
      isAlive = true;
      void navigator.locks.request(name, end);
    });
    return worker;
  }

  #receive(message: unknown): void {
    const id = idOf(message);
    if (id !== undefined && !isRequest(message)) this.#unanswered.delete(id);
    for (const listener of this.#listeners) listener(message);
  }

  #end(wasAlive: boolean): void {
    for (const id of this.#unanswered) this.#receive({ jsonrpc: '2.0', id, error: unanswered });
    if (wasAlive && ++this.#restarts <= maxRestarts) {
      this.#worker = this.#start();
      this.onRestart();
    } else this.onFailure();
  }
}

/** Whether a message asks for something or tells it; requests of both sides have the same ids. */
const isRequest = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message;

/** The id of a message that has one. */
function idOf(message: unknown): RequestId | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : undefined;
}
