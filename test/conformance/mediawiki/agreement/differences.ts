import known from './known-differences.json' with { type: 'json' };

/** Why the two judges may differ. */
interface Reason {
  /** Matches what is tried. */
  readonly where: string;
  /** As `differences` words it. */
  readonly difference: string;
  /**
   * `data`: no text can tell, it hangs on pages, rights or settings. `failure`: the wiki does not judge the query, but ends
   * with an exception of its own. `known`: ours falls short.
   */
  readonly kind: string;
  readonly reason: string;
}

/** A failure of the wiki itself: an unexpected exception, or a response that is not JSON. */
const failure = /^wiki: (?:internal_api_error_|not-json$)/;

/** The listed reasons, each remembering whether it was needed. */
export class Reasons {
  readonly #entries = known.map((entry: Reason) => ({
    ...entry,
    pattern: new RegExp(entry.where, 'u'),
    used: 0,
  }));

  /** The reason for a difference; undefined where none is listed. */
  find(what: string, difference: string): Reason | undefined {
    const entry = this.#entries.find(
      each =>
        each.difference === difference &&
        each.pattern.test(what) &&
        (each.kind !== 'failure' || failure.test(difference)),
    );
    if (entry) entry.used++;
    return entry;
  }

  /** Whether a difference is listed there. */
  concern(what: string): boolean {
    return this.#entries.some(({ pattern }) => pattern.test(what));
  }

  /** Those that explained nothing. */
  get stale(): readonly string[] {
    return this.#entries
      .filter(({ used }) => used === 0)
      .map(({ where, difference }) => `${difference} at ${where}`);
  }
}
