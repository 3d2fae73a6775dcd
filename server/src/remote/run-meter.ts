import type { Listener, Wait } from './send-with-backoff.ts';

/** The usage of a run so far. */
export interface Usage {
  readonly requests: number;
  /** Bytes of the responses, decompressed. */
  readonly bytes: number;
  /** Seconds spent waiting because the site was busy or requested it. */
  readonly waited: number;
}

/** Counts what a run uses: requests, bytes, and the time that a site makes it wait. */
export class RunMeter {
  #requests = 0;
  #bytes = 0;
  #waited = 0;

  get requests(): number {
    return this.#requests;
  }

  get usage(): Usage {
    return { requests: this.#requests, bytes: this.#bytes, waited: Math.round(this.#waited) };
  }

  /** @param changed called after each count, and while the run waits with what it waits for */
  listener(changed: (wait?: Wait) => void): Listener {
    return {
      requests: count => {
        this.#requests += count;
        changed();
      },
      waiting: wait => changed(wait),
      received: bytes => {
        this.#bytes += bytes;
      },
      waited: seconds => {
        this.#waited += seconds;
      },
    };
  }
}
