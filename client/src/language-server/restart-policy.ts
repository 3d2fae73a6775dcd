/**
 * When a language server that stopped or hangs is started again: decisions alone. The caller reports what happens, in the
 * order in which it happens.
 */
import { type Fingerprint, SetAsideDocuments, type SuspectLimits } from './set-aside-documents.ts';

/** What is counted; times in milliseconds, ticks as often as the caller makes them. */
export interface RestartLimits extends SuspectLimits {
  /** After this many ends within the time the server is not started again by itself. */
  readonly ends: number;
  readonly within: number;
  /** After this many ticks without an answer it hangs. Counted, not measured: a machine that sleeps makes no ticks. */
  readonly missedTicks: number;
  /** Ticks between two questions while nothing is asked of the server. */
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

/** What the decisions are made with. */
export interface RestartSources {
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly fingerprint: Fingerprint;
}

/** What follows from the end of a server. */
export interface EndOfServer {
  readonly startsAgain: boolean;
  /** The documents that are set aside from now on. */
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
  /** Everything up to this message was read by the server: it answered one that came later. */
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

  /** Whether the server may be given a document: not while it is held back, which ends when its text has changed. */
  mayOpen(uri: string): boolean {
    return this.#documents.mayOpen(uri);
  }

  isHeldBack(uri: string): boolean {
    return this.#documents.isHeldBack(uri);
  }

  /** A document is opened at the server, or changed. */
  touched(uri: string): void {
    this.#touched.set(uri, ++this.#messages);
  }

  /** A request about a document is sent. Returns its number, for `answered`. */
  asked(uri: string): number {
    this.#pending.set(++this.#messages, uri);
    return this.#messages;
  }

  /** The server answered a request, with a result or an error. */
  answered(request: number): void {
    if (this.#pending.delete(request)) this.#read = Math.max(this.#read, request);
  }

  /** Time goes on while the server runs: whether to ask it for a sign of life, or to end it since it hangs. */
  tick(): 'ask' | 'end' | undefined {
    this.#ticks++;
    if (this.#ping) return ++this.#ping.missed >= this.#limits.missedTicks ? 'end' : undefined;
    const isBusy = this.#pending.size > 0 || this.#touched.size > 0 || this.#documents.hasTrials();
    if (!isBusy && this.#ticks < this.#limits.idleTicks) return undefined;
    this.#ticks = 0;
    this.#ping = { message: ++this.#messages, missed: 0 };
    return 'ask';
  }

  /** The server gave its sign of life. Returns a document to be given back to it; `undefined` = none. */
  alive(): string | undefined {
    if (!this.#ping) return undefined;
    this.#read = Math.max(this.#read, this.#ping.message);
    this.#ping = undefined;
    for (const [uri, message] of this.#touched) if (message < this.#read) this.#touched.delete(uri);
    return this.#documents.nextTrial(new Set(this.#pending.values()));
  }

  /** The server is gone: by itself, or ended since it hung. */
  ended(): EndOfServer {
    const now = this.#now();
    this.#ends = [...this.#ends.filter(time => now - time < this.#limits.within), now];
    const setAside = this.#documents.blame(this.#involved());
    this.#forgetMessages();
    return { startsAgain: this.#ends.length < this.#limits.ends, setAside };
  }

  /** The user starts it anew: whatever was held against the server or a document is forgotten. */
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

  /** The documents that the server was asked about or given and had not finished. */
  #involved(): ReadonlySet<string> {
    const unread = [...this.#touched].filter(([, message]) => message > this.#read).map(([uri]) => uri);
    return new Set([...this.#pending.values(), ...unread]);
  }
}
