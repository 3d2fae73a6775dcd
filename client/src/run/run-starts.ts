/** Runs that no panel shows yet: the server says first whether a query runs at all. */

/** A run that has been asked for. */
export interface RunStart {
  /** Shows the run in its panel, once; resolves when the panel has all that was sent of the run. */
  show(title: string): Promise<void>;
  /** The run is over, shown or not. */
  dispose(): void;
}

export class RunStarts {
  readonly #starts = new Map<string, { readonly start: RunStart; readonly messages: (() => void)[] }>();

  /**
   * Holds messages about a run back until it is shown, which its first message begins.
   *
   * @param open opens the panel, and returns what shows the run there
   */
  add(run: string, open: (title: string) => Promise<() => void>): RunStart {
    const messages: (() => void)[] = [];
    let showing: Promise<void> | undefined;
    const show = async (title: string): Promise<void> => {
      const begin = await open(title);
      // Nothing may come between: the end of the run belongs after its messages.
      begin();
      this.#starts.delete(run);
      for (const deliver of messages) deliver();
    };
    const start = {
      show: (title: string) => (showing ??= show(title)),
      dispose: () => void this.#starts.delete(run),
    };
    this.#starts.set(run, { start, messages });
    return start;
  }

  /**
   * Takes a message about a run, if it is not shown yet.
   *
   * @param title the title of the query; absent = the message does not say it, and another one shows the run
   * @returns whether the message was taken
   */
  hold(run: string, deliver: () => void, title?: string): boolean {
    const waiting = this.#starts.get(run);
    if (waiting === undefined) return false;
    waiting.messages.push(deliver);
    // A panel that cannot be opened is reported to whoever runs the query.
    if (title !== undefined) waiting.start.show(title).catch(() => undefined);
    return true;
  }
}
