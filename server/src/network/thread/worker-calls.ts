/** Calls to a worker: starting it, cancelling calls, and repeating or losing calls when it ends. */
import { type AnswerOf, type ArgumentsOf, type CallName, callRules } from '../backend.ts';
import {
  errorOf,
  type FromCall,
  type FromWorker,
  isAnswerTo,
  type ToWorker,
  type WorkerMessage,
} from './messages.ts';
import { signalIn, toSentArguments, invokeCallback } from './sent-arguments.ts';

/** A worker that has been started: a thread of Node, or a worker of a browser. */
export interface StartedWorker {
  post(message: ToWorker): void;
  terminate(): Promise<void>;
}

/**
 * Starts a worker.
 *
 * @param receive gets its messages
 * @param ended called once it has ended, for any reason
 */
export type StartWorker = (receive: (message: FromWorker) => void, ended: () => void) => StartedWorker;

export interface WorkerOptions {
  readonly start: StartWorker;
  /** The first messages of every worker. */
  readonly greet: () => readonly ToWorker[];
  /** Receives messages that belong to no call; `answer` is ignored once that worker has ended. */
  readonly receive: (message: WorkerMessage, answer: (message: ToWorker) => void) => void;
  readonly abortTimeout?: number | undefined;
}

/** The outcome of a call. */
export type Outcome<Name extends CallName> =
  | { readonly kind: 'answer'; readonly answer: AnswerOf<Name> }
  /** The worker ended, by itself or because it did not confirm that this call was cancelled. */
  | { readonly kind: 'lost'; readonly isCancelled: boolean }
  | { readonly kind: 'thrown'; readonly error: Error };

interface Pending {
  readonly name: CallName;
  readonly args: readonly unknown[];
  readonly signal: AbortSignal | undefined;
  hasBegun: boolean;
  /** The call was repeated after a worker had ended. */
  isRepeated: boolean;
  send(call: number): void;
  settle(message: FromCall): void;
  lose(): void;
}

/**
 * Calls to a worker thread, which is started by the first one. If a worker ends, its started calls are lost; calls that
 * were not started, and calls that only read, are repeated by the next one. A worker that does not confirm in time that a
 * user cancelled a call is blocked, and is ended.
 */
export class WorkerCalls {
  readonly #options: WorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: StartedWorker | undefined;
  #count = 0;
  #isEnded = false;
  readonly #watchdog: Watchdog;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#watchdog = new Watchdog(options.abortTimeout);
  }

  /** The current worker; another object after each start. */
  get worker(): object | undefined {
    return this.#worker;
  }

  make<Name extends CallName>(name: Name, args: ArgumentsOf<Name>): Promise<Outcome<Name>> {
    const signal = signalIn(args);
    let current = 0;
    const abort = (): void => this.#abort(current);
    const done = Promise.withResolvers<Outcome<Name>>();
    const pending: Pending = {
      name,
      args,
      signal,
      hasBegun: false,
      isRepeated: false,
      send: call => {
        current = call;
        this.post({ kind: 'call', call, name, args: toSentArguments(args) });
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
    this.#worker.post(message);
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

  #start(): StartedWorker {
    const answer = (message: ToWorker): void => {
      if (this.#worker === worker) this.post(message);
    };
    const worker = this.#options.start(
      message => {
        if (this.#worker !== worker) return;
        if (message.kind === 'vault' || message.kind === 'sessionChanged')
          this.#options.receive(message, answer);
        else this.#receive(message);
      },
      () => this.#lost(worker),
    );
    for (const message of this.#options.greet()) worker.post(message);
    return worker;
  }

  #receive(message: FromCall): void {
    const { call } = message;
    const pending = this.#pending.get(call);
    switch (message.kind) {
      case 'begun':
        if (pending) pending.hasBegun = true;
        break;
      case 'callback':
        if (pending) invokeCallback(pending.args, message.use);
        break;
      case 'aborted':
        this.#watchdog.release(call);
        break;
      case 'answer':
      case 'thrown':
        this.#watchdog.release(call);
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
    if (!callRules[pending.name].isWatched) return;
    this.#watchdog.watch(call, () => {
      void worker.terminate();
      this.#lost(worker);
    });
  }

  /** Settles the calls that are lost with the worker, and repeats the others. */
  #lost(worker: StartedWorker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#watchdog.releaseAll();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of pending) {
      if (this.#mayRepeat(call)) this.#repeat(call);
      else call.lose();
    }
  }

  #mayRepeat({ name, hasBegun, isRepeated, signal }: Pending): boolean {
    if (this.#isEnded || isRepeated || signal?.aborted) return false;
    return !hasBegun || callRules[name].isRepeatable === true;
  }

  #repeat(pending: Pending): void {
    pending.isRepeated = true;
    pending.hasBegun = false;
    this.#send(pending);
  }
}

/** Milliseconds in which a worker confirms that a call is cancelled, unless its thread is blocked. */
const defaultTimeout = 5_000;

/** Waits for the confirmations that calls are cancelled, and acts where one does not arrive in time. */
class Watchdog {
  readonly #timeout: number;
  /** By call. */
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(timeout = defaultTimeout) {
    this.#timeout = timeout;
  }

  /** @param isBlocked called unless the call is released in time */
  watch(call: number, isBlocked: () => void): void {
    const timer = setTimeout(isBlocked, this.#timeout);
    // In a browser it is a number, and nothing needs to be kept alive.
    if (typeof timer === 'object') timer.unref();
    this.#timers.set(call, timer);
  }

  release(call: number): void {
    clearTimeout(this.#timers.get(call));
    this.#timers.delete(call);
  }

  releaseAll(): void {
    for (const call of this.#timers.keys()) this.release(call);
  }
}
