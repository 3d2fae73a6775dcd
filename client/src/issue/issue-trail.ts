/** The way through issues: back, forward, and on to another. */
export interface Step {
  /** A key or an address. */
  readonly reference: string;
  /** The tracker of a key; absent = as the server chooses. */
  readonly site?: string;
}

export class Trail {
  readonly #steps: Step[] = [];
  #position = -1;

  get current(): Step | undefined {
    return this.#steps[this.#position];
  }

  get ways(): { readonly back: boolean; readonly forward: boolean } {
    return { back: this.#position > 0, forward: this.#position < this.#steps.length - 1 };
  }

  /** Goes on to an issue; what was ahead is forgotten. The same one again is not a step. */
  go(step: Step): void {
    if (step.reference === this.current?.reference && step.site === this.current.site) return;
    this.#steps.splice(++this.#position, Infinity, step);
  }

  /** Returns where that leads; `undefined` = nowhere, and nothing moved. */
  move(by: 1 | -1): Step | undefined {
    const found = this.#steps[this.#position + by];
    if (found) this.#position += by;
    return found;
  }
}
