/**
 * When a language server that stopped or hangs is started again, and which documents it is not given any more: decisions
 * alone. The caller reports what happens, in the order in which it happens.
 */

/** What is counted; times in milliseconds, ticks as often as the caller makes them. */
export interface RestartLimits {
  /** So many ends within the time, and the server is not started again by itself. */
  readonly ends: number;
  readonly within: number;
  /** So many ticks without an answer, and it hangs. Counted, not measured: a machine that sleeps makes no ticks. */
  readonly missedTicks: number;
  /** Ticks between two questions while nothing is asked of the server. */
  readonly idleTicks: number;
  /** Ends in the same version of a document after which it is set aside. */
  readonly strikes: number;
  /** Answers after which a document that was given back is no longer under suspicion. */
  readonly trialAnswers: number;
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
  /** What differs between two texts of a document; `undefined` = it is not open. */
  readonly fingerprint: (uri: string) => string | undefined;
}

/** What follows from the end of a server. */
export interface EndOfServer {
  readonly startsAgain: boolean;
  /** The documents that are set aside from now on. */
  readonly setAside: readonly string[];
}

/**
 * `open`: the server has it. `waiting`: one of several that may have ended the server, held back until the server is
 * well, then given back one by one. `trial`: given back alone. `aside`: held back until its text changes.
 */
type SuspectState = 'open' | 'waiting' | 'trial' | 'aside';

interface Suspect {
  readonly fingerprint: string | undefined;
  readonly strikes: number;
  state: SuspectState;
}

export class RestartPolicy {
  readonly #sources: RestartSources;
  readonly #limits: RestartLimits;
  readonly #suspects = new Map<string, Suspect>();
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
  #trialAnswers = 0;

  constructor(sources: RestartSources, limits: RestartLimits = usualLimits) {
    this.#sources = sources;
    this.#limits = limits;
  }

  /** Whether the server may be given a document: not while it is held back, which ends when its text has changed. */
  mayOpen(uri: string): boolean {
    if (!this.isHeldBack(uri)) return true;
    if (this.#sources.fingerprint(uri) === this.#suspects.get(uri)?.fingerprint) return false;
    this.#suspects.delete(uri);
    return true;
  }

  isHeldBack(uri: string): boolean {
    const state = this.#suspects.get(uri)?.state;
    return state === 'waiting' || state === 'aside';
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
    const isBusy = this.#pending.size > 0 || this.#touched.size > 0 || this.#unsure();
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
    return this.#nextTrial();
  }

  /** The server is gone: by itself, or ended since it hung. */
  ended(): EndOfServer {
    const now = this.#sources.now();
    this.#ends = [...this.#ends.filter(time => now - time < this.#limits.within), now];
    const setAside = this.#blame(this.#involved());
    this.#forgetMessages();
    return { startsAgain: this.#ends.length < this.#limits.ends, setAside };
  }

  /** The user starts it anew: whatever was held against the server or a document is forgotten. */
  reset(): void {
    this.#ends = [];
    this.#suspects.clear();
    this.#forgetMessages();
  }

  #forgetMessages(): void {
    this.#pending.clear();
    this.#touched.clear();
    this.#ping = undefined;
    this.#ticks = 0;
    this.#trialAnswers = 0;
  }

  /** The documents that the server was asked about or given and had not finished. */
  #involved(): ReadonlySet<string> {
    const unread = [...this.#touched].filter(([, message]) => message > this.#read).map(([uri]) => uri);
    return new Set([...this.#pending.values(), ...unread]);
  }

  #blame(involved: ReadonlySet<string>): readonly string[] {
    const onTrial = this.#inState('trial');
    if (onTrial.some(uri => involved.has(uri))) {
      for (const uri of onTrial) this.#suspects.get(uri)!.state = 'aside';
      return onTrial;
    }
    for (const uri of involved) {
      const fingerprint = this.#sources.fingerprint(uri);
      const known = this.#suspects.get(uri);
      const before = known?.fingerprint === fingerprint ? (known?.strikes ?? 0) : 0;
      this.#suspects.set(uri, { fingerprint, strikes: before + 1, state: 'open' });
    }
    const struck = [...involved].filter(uri => this.#suspects.get(uri)!.strikes >= this.#limits.strikes);
    const state = struck.length === 1 ? 'aside' : 'waiting';
    for (const uri of struck) this.#suspects.get(uri)!.state = state;
    return struck.length === 1 ? struck : [];
  }

  #nextTrial(): string | undefined {
    const [onTrial] = this.#inState('trial');
    if (onTrial !== undefined) {
      if ([...this.#pending.values()].includes(onTrial)) return undefined;
      if (++this.#trialAnswers < this.#limits.trialAnswers) return undefined;
      this.#suspects.delete(onTrial);
    }
    const [next] = this.#inState('waiting');
    if (next === undefined) return undefined;
    this.#trialAnswers = 0;
    this.#suspects.get(next)!.state = 'trial';
    return next;
  }

  #unsure(): boolean {
    return this.#inState('waiting').length > 0 || this.#inState('trial').length > 0;
  }

  #inState(state: SuspectState): string[] {
    return [...this.#suspects].filter(([, suspect]) => suspect.state === state).map(([uri]) => uri);
  }
}
