/**
 * Decides whether a language server that stopped or hangs is started again. The caller reports the events in their
 * order.
 */
import { type Fingerprint, SetAsideDocuments, type SuspectLimits } from './set-aside-documents.ts';

/** The limits; times in milliseconds, ticks as often as the caller makes them. */
export interface RestartLimits extends SuspectLimits {
  /** The number of ends within a time after which the server is not restarted automatically. */
  readonly ends: number;
  readonly within: number;
  /**
   * The number of ticks without an answer after which the server hangs. Ticks are counted instead of time, because a
   * sleeping machine makes none.
   */
  readonly missedTicks: number;
  /** The number of ticks between two checks while no request is pending. */
  readonly idleTicks: number;
}

export const usualLimits: RestartLimits = {
  ends: 5,
  within: 3 * 60_000,
  missedTicks: 10,
  idleTicks: 30,
  strikes: 2,
  trialAnswers: 2,
};

/** The sources of the decisions. */
export interface RestartSources {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  readonly fingerprint: Fingerprint;
}

/** The consequences of the end of a server. */
export interface EndOfServer {
  readonly startsAgain: boolean;
  /** The documents that are set aside as a result. */
  readonly setAside: readonly string[];
}

export class RestartPolicy {
  readonly #now: RestartSources['now'];
  readonly #limits: RestartLimits;
  readonly #documents: SetAsideDocuments;
  /** Requests without an answer, by their numbers. */
  readonly #pending = new Map<number, string>();
  /** The number of the latest message about a document. */
  readonly #touched = new Map<string, number>();
  /** The server has read all messages up to this one: it answered a later one. */
  #read = 0;
  #messages = 0;
  #ends: number[] = [];
  #ping: { readonly message: number; missed: number } | undefined;
  #ticks = 0;

  constructor({ now, fingerprint }: RestartSources, limits: RestartLimits = usualLimits) {
    this.#now = now;
    this.#documents = new SetAsideDocuments(fingerprint, limits);
    this.#limits = limits;
  }

  /** Whether the server may have a document: not while it is held back, which ends when its text changes. */
  mayOpen(uri: string): boolean {
    return this.#documents.mayOpen(uri);
  }

  isHeldBack(uri: string): boolean {
    return this.#documents.isHeldBack(uri);
  }

  /** Records that a document is opened at the server, or changed. */
  touched(uri: string): void {
    this.#touched.set(uri, ++this.#messages);
  }

  /** Records that a request about a document is sent. Returns its number, for `answered`. */
  asked(uri: string): number {
    this.#pending.set(++this.#messages, uri);
    return this.#messages;
  }

  /** Records that the server answered a request, with a result or an error. */
  answered(request: number): void {
    if (this.#pending.delete(request)) this.#read = Math.max(this.#read, request);
  }

  /**
   * Records that time has passed while the server runs. Returns whether to check that it responds (`ask`), or to end
   * it because it hangs (`end`).
   */
  tick(): 'ask' | 'end' | undefined {
    this.#ticks++;
    if (this.#ping) return ++this.#ping.missed >= this.#limits.missedTicks ? 'end' : undefined;
    const isBusy = this.#pending.size > 0 || this.#touched.size > 0 || this.#documents.hasTrials();
    if (!isBusy && this.#ticks < this.#limits.idleTicks) return undefined;
    this.#ticks = 0;
    this.#ping = { message: ++this.#messages, missed: 0 };
    return 'ask';
  }

  /** Records that the server responded to the check. Returns a document to give back to it; `undefined` = none. */
  alive(): string | undefined {
    if (!this.#ping) return undefined;
    this.#read = Math.max(this.#read, this.#ping.message);
    this.#ping = undefined;
    for (const [uri, message] of this.#touched) if (message < this.#read) this.#touched.delete(uri);
    return this.#documents.nextTrial(new Set(this.#pending.values()));
  }

  /** Records that the server is gone: it stopped, or was ended because it hung. */
  ended(): EndOfServer {
    const now = this.#now();
    this.#ends = [...this.#ends.filter(time => now - time < this.#limits.within), now];
    const setAside = this.#documents.blame(this.#involved());
    this.#forgetMessages();
    return { startsAgain: this.#ends.length < this.#limits.ends, setAside };
  }

  /** Forgets all failures, because the user restarts the server. */
  reset(): void {
    this.#ends = [];
    this.#documents.clear();
    this.#forgetMessages();
  }

  #forgetMessages(): void {
    this.#pending.clear();
    this.#touched.clear();
    this.#ping = undefined;
    this.#ticks = 0;
  }

  /**
   * The documents that the server was working on: those with pending requests, and those that it has not finished
   * reading.
   */
  #involved(): ReadonlySet<string> {
    const unread = [...this.#touched].filter(([, message]) => message > this.#read).map(([uri]) => uri);
    return new Set([...this.#pending.values(), ...unread]);
  }
}
