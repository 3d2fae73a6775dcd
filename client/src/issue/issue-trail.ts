/** The trail of issues that the panel showed, with back and forward. */
export interface Step {
  /** A key or an address. */
  readonly reference: string;
  /** The tracker of a key; absent = the server chooses. */
  readonly site?: string;
}

export class Trail {
  readonly #steps: Step[] = [];
  #position = -1;

  get current(): Step | undefined {
    return this.#steps[this.#position];
  }

  get canGo(): { readonly back: boolean; readonly forward: boolean } {
    return { back: this.#position > 0, forward: this.#position < this.#steps.length - 1 };
  }

  /** Moves to another issue, and drops the issues ahead. The present one again is not a step. */
  go(step: Step): void {
    if (step.reference === this.current?.reference && step.site === this.current.site) return;
    this.#steps.splice(++this.#position, Infinity, step);
  }

  /** Moves back or forward. Returns the issue there; `undefined` = none, and the trail is unchanged. */
  move(by: 1 | -1): Step | undefined {
    const step = this.#steps[this.#position + by];
    if (step) this.#position += by;
    return step;
  }
}
