interface Epoch {
  readonly version: string | undefined;
  readonly end: AbortController;
}

/** What runs with which credentials: when they change, what runs with others is stopped. */
export class CredentialChanges {
  readonly #current = new Map<string, Epoch>();

  /**
   * Reads which credentials there are, and answers them with a signal that fires when they change.
   * Reads again if a change came in between, so that nothing begins with credentials of before.
   */
  async enter<T extends { readonly version: string }>(
    site: string,
    read: () => Promise<T | undefined>,
  ): Promise<{ readonly identity: T | undefined; readonly changed: AbortSignal }> {
    for (;;) {
      const before = this.#current.get(site);
      const identity = await read();
      if (this.#current.get(site) !== before) continue;
      return { identity, changed: this.change(site, identity?.version) };
    }
  }

  /** The credentials of a site are this version now; `undefined` = there are none. The signal fires with the next change. */
  change(site: string, version: string | undefined): AbortSignal {
    const current = this.#current.get(site);
    if (current && current.version === version) return current.end.signal;
    current?.end.abort();
    const end = new AbortController();
    this.#current.set(site, { version, end });
    return end.signal;
  }
}
