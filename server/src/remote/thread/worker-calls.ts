import { Worker } from 'node:worker_threads';
import type { RunSink } from '../remote.ts';
import {
  type AnswerOf,
  type ArgumentsOf,
  type CallName,
  errorOf,
  type FromCall,
  type FromWorker,
  isAnswerTo,
  repeatable,
  type ToWorker,
  watched,
  type WorkerWish,
} from './rpc.ts';

/**
 * A worker that needs more than this is ended, not the language server with it. The young part is
 * small, so that the short-lived buffers of a big answer are collected while it is read.
 */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/** Milliseconds in which a worker notices that a call is cancelled, unless something holds its thread. */
const defaultPatience = 5_000;

export interface WorkerOptions {
  /** The bundled `worker.js`, or a module in a test. */
  readonly file: string | URL;
  /** The first messages of every worker. */
  readonly greet: () => readonly ToWorker[];
  /** What the worker says without being asked; `answer` reaches it as long as it lives. */
  readonly wish: (wish: WorkerWish, answer: (message: ToWorker) => void) => void;
  readonly patience?: number | undefined;
}

/** What became of a call. */
export type Outcome<Name extends CallName> =
  | { readonly kind: 'answer'; readonly answer: AnswerOf<Name> }
  /** The worker ended, of its own accord or because it did not notice that this call was cancelled. */
  | { readonly kind: 'lost'; readonly isCancelled: boolean }
  | { readonly kind: 'thrown'; readonly error: Error };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly sink?: RunSink;
}

interface Pending {
  readonly name: CallName;
  readonly sink: RunSink | undefined;
  readonly signal: AbortSignal | undefined;
  hasBegun: boolean;
  /** It was made once more after a worker ended. */
  isRepeated: boolean;
  send(call: number): void;
  settle(message: FromCall): void;
  lose(): void;
}

/**
 * Calls to a worker thread, which starts with the first one. A worker that ends takes with it what it had begun; what it
 * had not begun, and what only reads, is done by the next one. A worker that does not notice in time that a user
 * cancelled a call is held by something, and is ended.
 */
export class WorkerCalls {
  readonly #options: WorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #count = 0;
  #isEnded = false;
  /** By call: runs until the worker notices that it is cancelled. */
  readonly #watchdogs = new Map<number, NodeJS.Timeout>();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** The worker there is; another one after each start. */
  get worker(): object | undefined {
    return this.#worker;
  }

  make<Name extends CallName>(
    name: Name,
    args: ArgumentsOf<Name>,
    { signal, sink }: CallOptions = {},
  ): Promise<Outcome<Name>> {
    let current = 0;
    const abort = (): void => this.#abort(current);
    const done = Promise.withResolvers<Outcome<Name>>();
    const pending: Pending = {
      name,
      sink,
      signal,
      hasBegun: false,
      isRepeated: false,
      send: call => {
        current = call;
        this.post({ kind: 'call', call, name, args });
        if (signal?.aborted) abort();
      },
      settle: message => {
        if (isAnswerTo(message, name)) done.resolve({ kind: 'answer', answer: message.answer });
        else if (message.kind === 'thrown') done.resolve({ kind: 'thrown', error: errorOf(message) });
      },
      lose: () => done.resolve({ kind: 'lost', isCancelled: signal?.aborted === true }),
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#send(pending);
    return done.promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  post(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, []);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#worker?.terminate();
  }

  #send(pending: Pending): void {
    const call = this.#count++;
    this.#pending.set(call, pending);
    pending.send(call);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.file, { resourceLimits: memory, stdout: true, stderr: true });
    const answer = (message: ToWorker): void => {
      if (this.#worker === worker) this.post(message);
    };
    worker.on('message', (message: FromWorker) => {
      if (this.#worker !== worker) return;
      if (message.kind === 'vault' || message.kind === 'sessionChanged') this.#options.wish(message, answer);
      else this.#receive(message);
    });
    // What ended it is told to each caller; an `exit` always follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#lost(worker));
    for (const message of this.#options.greet()) worker.postMessage(message, []);
    return worker;
  }

  #receive(message: FromCall): void {
    const { call } = message;
    const pending = this.#pending.get(call);
    switch (message.kind) {
      case 'begun':
        if (pending) pending.hasBegun = true;
        break;
      case 'rows':
        pending?.sink?.rows(message.part);
        break;
      case 'progress':
        pending?.sink?.progress(message.progress);
        break;
      case 'aborted':
        this.#stopWatching(call);
        break;
      case 'answer':
      case 'thrown':
        this.#stopWatching(call);
        this.#pending.delete(call);
        pending?.settle(message);
        break;
    }
  }

  #abort(call: number): void {
    const pending = this.#pending.get(call);
    const worker = this.#worker;
    if (!pending || !worker) return;
    this.post({ kind: 'abort', call });
    if (!watched.has(pending.name)) return;
    const timer = setTimeout(() => {
      void worker.terminate();
      this.#lost(worker);
    }, this.#options.patience ?? defaultPatience);
    this.#watchdogs.set(call, timer.unref());
  }

  #stopWatching(call: number): void {
    clearTimeout(this.#watchdogs.get(call));
    this.#watchdogs.delete(call);
  }

  /** Settles what the worker took with it, and has the next one do the rest. */
  #lost(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const call of this.#watchdogs.keys()) this.#stopWatching(call);
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const each of pending) {
      if (this.#mayRepeat(each)) this.#repeat(each);
      else each.lose();
    }
  }

  #mayRepeat({ name, hasBegun, isRepeated, signal }: Pending): boolean {
    if (this.#isEnded || isRepeated || signal?.aborted) return false;
    return !hasBegun || repeatable.has(name);
  }

  #repeat(pending: Pending): void {
    pending.isRepeated = true;
    pending.hasBegun = false;
    this.#send(pending);
  }
}
