/** Milliseconds in which a worker confirms that a call is cancelled, unless its thread is blocked. */
const defaultTimeout = 5_000;

/** Waits for the confirmations that calls are cancelled, and acts where one does not arrive in time. */
export class Watchdog {
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
