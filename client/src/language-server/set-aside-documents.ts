/** Documents that are held back from the server, because it stopped or hung while it worked on them. */

/** Limits for the suspicion against a document. */
export interface SuspectLimits {
  /** The number of times that the server may end with the same version of a document before it is set aside. */
  readonly strikes: number;
  /** The number of answers after which a document that was given back is no longer suspected. */
  readonly trialAnswers: number;
}

/** Identifies the text of a document; `undefined` = the document is not open. */
export type Fingerprint = (uri: string) => string | undefined;

/**
 * `open`: the server has it. `waiting`: one of several that may have ended the server, held back until the server
 * responds, then given back one by one. `trial`: given back alone. `aside`: held back until its text changes.
 */
type SuspectState = 'open' | 'waiting' | 'trial' | 'aside';

interface Suspect {
  readonly fingerprint: string | undefined;
  readonly strikes: number;
  state: SuspectState;
}

export class SetAsideDocuments {
  readonly #fingerprint: Fingerprint;
  readonly #limits: SuspectLimits;
  readonly #suspects = new Map<string, Suspect>();
  #trialAnswers = 0;

  constructor(fingerprint: Fingerprint, limits: SuspectLimits) {
    this.#fingerprint = fingerprint;
    this.#limits = limits;
  }

  /** Whether the server may have a document: not while it is held back, which ends when its text changes. */
  mayOpen(uri: string): boolean {
    if (!this.isHeldBack(uri)) return true;
    if (this.#fingerprint(uri) === this.#suspects.get(uri)?.fingerprint) return false;
    this.#suspects.delete(uri);
    return true;
  }

  isHeldBack(uri: string): boolean {
    const state = this.#suspects.get(uri)?.state;
    return state === 'waiting' || state === 'aside';
  }

  /** Whether documents wait to be given back, or one was given back and is watched. */
  hasTrials(): boolean {
    return this.#inState('waiting').length > 0 || this.#inState('trial').length > 0;
  }

  /** Records that the server ended while it worked on these documents. Returns those that are set aside as a result. */
  blame(involved: ReadonlySet<string>): readonly string[] {
    this.#trialAnswers = 0;
    const onTrial = this.#inState('trial');
    if (onTrial.some(uri => involved.has(uri))) {
      for (const uri of onTrial) this.#suspects.get(uri)!.state = 'aside';
      return onTrial;
    }
    for (const uri of involved) this.#strike(uri);
    const struck = [...involved].filter(uri => this.#suspects.get(uri)!.strikes >= this.#limits.strikes);
    const state = struck.length === 1 ? 'aside' : 'waiting';
    for (const uri of struck) this.#suspects.get(uri)!.state = state;
    return struck.length === 1 ? struck : [];
  }

  #strike(uri: string): void {
    const fingerprint = this.#fingerprint(uri);
    const suspect = this.#suspects.get(uri);
    const before = suspect?.fingerprint === fingerprint ? (suspect?.strikes ?? 0) : 0;
    this.#suspects.set(uri, { fingerprint, strikes: before + 1, state: 'open' });
  }

  /**
   * Records that the server responded. Returns a document to give back to it; `undefined` = none.
   *
   * @param pending the documents with requests that the server has not answered
   */
  nextTrial(pending: ReadonlySet<string>): string | undefined {
    const [onTrial] = this.#inState('trial');
    if (onTrial !== undefined) {
      if (pending.has(onTrial)) return undefined;
      if (++this.#trialAnswers < this.#limits.trialAnswers) return undefined;
      this.#suspects.delete(onTrial);
    }
    const [next] = this.#inState('waiting');
    if (next === undefined) return undefined;
    this.#trialAnswers = 0;
    this.#suspects.get(next)!.state = 'trial';
    return next;
  }

  /** Forgets all suspicions. */
  clear(): void {
    this.#suspects.clear();
    this.#trialAnswers = 0;
  }

  #inState(state: SuspectState): string[] {
    return [...this.#suspects].filter(([, suspect]) => suspect.state === state).map(([uri]) => uri);
  }
}
