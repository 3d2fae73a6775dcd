/** The process, as a verb sees it. */
export interface Terminal {
  /**
   * Writes data as they are. Resolves when more may be written; rejects with `ClosedPipe` once the reader has closed it,
   * and with `Failure` when the system refuses.
   */
  readonly out: (text: string) => Promise<void>;
  /** Writes text from a site as `out` does; neutralizes workflow commands such as `::error`. */
  readonly writeUntrusted: (text: string) => Promise<void>;
  /** Writes whole lines of rows as `writeUntrusted` does; on a terminal, without control sequences. */
  readonly writeRows: (text: string) => Promise<void>;
  /** Writes a text for the user as `out` does, without control sequences. */
  readonly writeMessage: (text: string) => Promise<void>;
  /** Prints a text on standard error. */
  readonly error: (text: string) => void;
  /** All of standard input, or `undefined` where it is longer than `most` bytes. Rejects when `signal` is aborted. */
  readonly input: (most: number) => Promise<Buffer | undefined>;
  /** A line that the user types; `undefined` = the user ended it. Absent if the input is not a terminal. */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** Standard output is a terminal. */
  readonly isInteractive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /**
   * Makes a signal abort `signal` instead of ending the process at once, until the returned function is called: for work
   * that must shut down cleanly. A second signal ends the process.
   */
  readonly deferSignals: () => () => void;
  /** Aborted on interrupt, or when the output closes; its reason is then the error that `out` rejects with. */
  readonly signal: AbortSignal;
}

/** Another process ended this one, by SIGTERM. */
export class Terminated extends Error {}

/** The reader of standard output has closed it, so the command ends. */
export class ClosedPipe extends Error {}
