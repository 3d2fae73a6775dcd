/**
 * Finds any of several secrets in a stream of bytes, in time proportional to the bytes: an automaton (Aho–Corasick) makes
 * one step for each character, however repetitive the secrets and the text are.
 */
export class SecretFinder {
  /** By state: the first transition of it, in the lists below; 0 = none. */
  readonly #first: number[] = [0];
  /** By transition: its character, the state it leads to, and the next transition of the same state. */
  readonly #character: number[] = [-1];
  readonly #target: number[] = [0];
  readonly #sibling: number[] = [0];
  /** The transitions of the first state, where the automaton nearly always is. */
  readonly #fromStart = new Int32Array(256);
  /** By state: the state of the longest suffix that is a prefix of a secret. */
  readonly #fallback: number[] = [0];
  /** By state: the length of the longest secret that ends here; 0 = none. */
  readonly #lengths: number[] = [0];
  /** Characters of the longest secret. */
  readonly longest: number;

  constructor(secrets: Iterable<Uint8Array>) {
    let longest = 0;
    for (const secret of secrets) {
      longest = Math.max(longest, secret.length);
      this.#add(secret);
    }
    this.longest = longest;
    this.#linkFallbacks();
  }

  /** The state after a character. The first state is 0. */
  next(state: number, character: number): number {
    for (let at = state; at !== 0; at = this.#fallback[at]!) {
      const target = this.#targetOf(at, character);
      if (target !== 0) return target;
    }
    return this.#fromStart[character]!;
  }

  /** The length of the longest secret that ends in a state; 0 = none. */
  lengthAt(state: number): number {
    return this.#lengths[state] ?? 0;
  }

  /** By character: 1 = a secret starts with it. */
  get beginnings(): Uint8Array {
    return Uint8Array.from(this.#fromStart, state => (state === 0 ? 0 : 1));
  }

  #add(secret: Uint8Array): void {
    let state = 0;
    for (const character of secret) {
      const existing = state === 0 ? (this.#fromStart[character] ?? 0) : this.#targetOf(state, character);
      state = existing === 0 ? this.#newState(state, character) : existing;
    }
    if (state !== 0) this.#lengths[state] = secret.length;
  }

  #newState(from: number, character: number): number {
    const state = this.#first.length;
    this.#first.push(0);
    this.#fallback.push(0);
    this.#lengths.push(0);
    if (from === 0) this.#fromStart[character] = state;
    this.#character.push(character);
    this.#target.push(state);
    this.#sibling.push(this.#first[from] ?? 0);
    this.#first[from] = this.#character.length - 1;
    return state;
  }

  #targetOf(state: number, character: number): number {
    for (let at = this.#first[state] ?? 0; at !== 0; at = this.#sibling[at] ?? 0)
      if (this.#character[at] === character) return this.#target[at] ?? 0;
    return 0;
  }

  /** Breadth first: the fallback of a state is shorter than the state. */
  #linkFallbacks(): void {
    const states = [...this.#targets(0)].map(([, target]) => target);
    for (const state of states) {
      for (const [character, target] of this.#targets(state)) {
        const fallback = this.next(this.#fallback[state] ?? 0, character);
        this.#fallback[target] = fallback;
        this.#lengths[target] ||= this.#lengths[fallback] ?? 0;
        states.push(target);
      }
    }
  }

  *#targets(state: number): Iterable<readonly [character: number, target: number]> {
    for (let at = this.#first[state] ?? 0; at !== 0; at = this.#sibling[at] ?? 0)
      yield [this.#character[at] ?? 0, this.#target[at] ?? 0];
  }
}
